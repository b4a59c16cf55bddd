/** Our own drawings: each thing has a shape of its own, so that none is known by its colour alone. */

import {svg} from '../dom.js';

const PATHS = {
  // Spheres
  military: 'M12 2 20 5v6c0 5.4-3.4 9.2-8 11-4.6-1.8-8-5.6-8-11V5zM12 6v12M8 10h8',
  religion: 'M12 2v6M9 5h6M5 22V13l7-5 7 5v9zM10 22v-5a2 2 0 0 1 4 0v5',
  economy: 'M4 7c0-2 3.600-3.500 8-3.500S20 5 20 7s-3.600 3.500-8 3.500S4 9 4 7zM4 7v5c0 2 3.600 3.500 8 3.500s8-1.500 8-3.500V7M4 12v5c0 2 3.600 3.500 8 3.500s8-1.500 8-3.500v-5',
  science: 'M9 3h6M10 3v6L4.500 18.500A1.700 1.700 0 0 0 6 21h12a1.700 1.700 0 0 0 1.500-2.500L14 9V3M7 15h10',
  culture: 'M6 3c-1 8 1 13 6 13s7-5 6-13M6 3c4 2 8 2 12 0M9 8h.010M15 8h.010M9.500 11.500c1.500 1.400 3.500 1.400 5 0M12 16v5M8.500 21h7',
  utopia: 'M3 18h18M6 18a6 6 0 0 1 12 0M12 3v5M4.500 7.500 8 10.500M19.500 7.500 16 10.500M2.500 14H5M19 14h2.500',
  // Resources and points
  food: 'M12 22V9M12 9c-3 0-5-2-5-6 3 0 5 2 5 6zM12 9c3 0 5-2 5-6-3 0-5 2-5 6zM12 15c-3 0-5-2-5-5M12 15c3 0 5-2 5-5',
  production: 'M3 8h10l3-4 5 2-3 6h-5M3 8v4h10M9 12v9H6v-9',
  commerce: 'M12 3a9 9 0 1 0 .010 0M15 8.500c-1-1.200-5.500-1.500-5.500 1s5.500 1.500 5.500 4-4.500 2.500-6 1M12 6v12',
  any: 'M12 2l3 7 7 .500-5.500 4.800L18 22l-6-4-6 4 1.500-7.700L2 9.500 9 9z',
  happiness: 'M12 3a9 9 0 1 0 .010 0M8.500 9.500h.010M15.500 9.500h.010M8 14c2 3 6 3 8 0',
  points: 'M5 21V4h12l-3 4 3 4H5',
  population: 'M12 4a3.500 3.500 0 1 0 .010 0M5 21c0-5 3-8 7-8s7 3 7 8z',
  technology: 'M12 2a7 7 0 0 0-4 12.700V18h8v-3.300A7 7 0 0 0 12 2zM9 21h6',
  // Land
  grassland: 'M3 20h18M6 20c0-4-1-6-3-8M6 20c0-5 1-8 3-10M13 20c0-4-1-7-2-9M13 20c0-5 2-8 4-10M18 20c0-3 1-5 3-7',
  mountains: 'M2 20 9 6l4 7 3-4 6 11zM7 10l2 2 2-2',
  coast: 'M2 9c3-3 5 3 8 0s5 3 8 0 3 0 4 0M2 14c3-3 5 3 8 0s5 3 8 0 3 0 4 0M2 19c3-3 5 3 8 0s5 3 8 0 3 0 4 0',
  hills: 'M2 20c2-7 7-9 10-3 2-8 8-8 10 3z',
  river: 'M9 2c-5 4 6 6 1 10s-4 6-2 10M15 2c-5 4 6 6 1 10s-4 6-2 10',
  forest: 'M8 3 3 12h3l-4 6h12l-4-6h3zM8 18v4M17 9l-3 5M17 9l4 6h-2l3 5h-7M17 20v2',
  // Cards of the second game
  unit: 'M4 4l13 13M20 4 7 17M15 19l4-4M5 15l4 4M18 18l3 3M6 18l-3 3',
  building: 'M3 21h18M5 21V9h14v12M4 9l8-6 8 6M9 21v-6h6v6',
  wonder: 'M2 21 12 3l10 18zM12 3v18M7 12h10',
  bonus: 'M4 9h16v12H4zM4 13h16M12 9v12M12 9C7 9 6 3 9 3s3 6 3 6zM12 9c5 0 6-6 3-6s-3 6-3 6z',
  // The table
  deck: 'M7 3h12v16H7zM5 5v16h12',
  discard: 'M4 8l10-4 5 13-10 4zM9 5h10v9',
  hand: 'M4 8l6-2 4 13-6 2zM10 4h6v14M15 5l5 2-4 12',
  token: 'M12 3a9 9 0 1 0 .010 0M12 7a5 5 0 1 0 .010 0',
  democracy: 'M4 10h16v11H4zM9 10V4h6v6M9 14h6',
  embargo: 'M12 3a9 9 0 1 0 .010 0M5.600 5.600l12.800 12.800',
  begin: 'M6 4v16M20 4 9 12l11 8z',
  back: 'M18 4 6 12l12 8z',
  on: 'M6 4l12 8-12 8z',
  end: 'M18 4v16M4 4l11 8-11 8z',
  turnback: 'M12 5l-8 7 8 7M20 5l-8 7 8 7',
  turnon: 'M12 5l8 7-8 7M4 5l8 7-8 7',
  clock: 'M12 3a9 9 0 1 0 .010 0M12 7v5l4 2',
  turn: 'M5 3v18l14-9z',
  shield: 'M12 2 20 5v6c0 5.400-3.400 9.200-8 11-4.600-1.800-8-5.600-8-11V5z',
  first: 'M3 9h18M3 15h18M9 3 7 21M17 3l-2 18',
  bot: 'M5 9h14v11H5zM12 9V4M9 4h6M9 14h.010M15 14h.010M2 13v4M22 13v4',
};

/** A small drawing, hidden from those to whom words are read. */
export function icon(name, className = '') {
  const attributes = {viewBox: '0 0 24 24', class: `icon icon-${name} ${className}`, 'aria-hidden': 'true', focusable: 'false'};
  return svg('svg', attributes, svg('path', {d: PATHS[name] ?? PATHS.any}));
}

/** Whether there is a drawing of that. */
export function drawn(name) {
  return name in PATHS;
}
