/** Light or dark: as the reader's system has it, or as they chose. */

import {onDevice} from './storage.js';

const KEPT = 'cartulary-theme';
const THEMES = ['light', 'dark'];

/** The chosen theme, or null for that of the system. */
function chosenTheme() {
  const kept = onDevice.read(KEPT);
  return THEMES.includes(kept) ? kept : null;
}

/** Show the page in the chosen theme. */
export function applyTheme() {
  const chosen = chosenTheme();
  for (const each of THEMES) document.documentElement.classList.toggle(each, each === chosen);
}

/** Change to the other theme, and remember it. */
export function switchTheme() {
  const isDark = (chosenTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  onDevice.write(KEPT, isDark ? 'light' : 'dark');
  applyTheme();
}
