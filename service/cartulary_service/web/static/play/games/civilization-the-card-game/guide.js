/** The guided first game: three technologies are left, of which the reader can buy one each turn. */

const BOUGHT = ['PopulationBought', 'BuildingBuilt', 'TechnologyBought'];
const plot = (terrain, population, ...buildings) => ({terrain, population, buildings});

export const position = {
  turn: 21,
  active: 0,
  dealer: 1,
  step: 'collect',
  // Four cards for the reader, four for the bot, and so on. The bot finds no unit that could attack.
  deck: [
    ...['commerce-2', 'food-2', 'colosseum', 'archer', 'archer', 'production-2', 'barracks', 'walls'],
    ...['commerce-2', 'library', 'food-2', 'production-2', 'archer', 'food-3', 'library', 'archer'],
    ...['commerce-2', 'temple', 'monastery', 'red-2', 'archer', 'production-3', 'walls', 'archer'],
    ...['commerce-3', 'commerce-2', 'library', 'food-3', 'production-3', 'granary', 'archer', 'red-1'],
    ...['commerce-3', 'monastery', 'temple', 'red-2', 'colosseum', 'red-1', 'market', 'food-3'],
  ],
  technologies: {open: ['agriculture', 'literature', 'mining']},
  plots: {open: ['hills', 'river', 'forest'], deck: ['coast', 'grassland', 'mountains']},
  seats: [
    {
      plots: [plot('grassland', 1), plot('mountains', 1), plot('coast', 2, 'market'), plot('coast', 2)],
      hand: {temple: 1, hanging_gardens: 1, 'production-2': 1, barracks: 1},
      technologies: ['writing'],
      resources: {food: 5, production: 2, commerce: 4},
    },
    {
      plots: [plot('grassland', 1), plot('mountains', 1), plot('mountains', 0), plot('hills', 0)],
      hand: {'food-2': 1, granary: 1, forge: 1, walls: 1},
      technologies: ['masonry'],
      resources: {food: 1},
    },
  ],
};

/** Steps by their texts. A step goes on once it is done; one that only tells something also when told to. Buying is not to end unasked in one that asks. */
export const steps = [
  {text: 'guide.civ.aim', tells: true, isDone: ({did}) => did(...BOUGHT, 'CardsDrawn') > 0},
  {text: 'guide.civ.population', asks: true, isDone: ({did}) => did('PopulationBought', 'CardsDrawn') > 0},
  {text: 'guide.civ.build', asks: true, isDone: ({did}) => did('BuildingBuilt', 'CardsDrawn') > 0},
  {text: 'guide.civ.technology', asks: true, isDone: ({did}) => did('TechnologyBought', 'CardsDrawn') > 0},
  {text: 'guide.civ.end', isDone: ({did, mine}) => mine && did('CardsDiscarded') > 0},
  {text: 'guide.civ.bot', tells: true, isDone: ({did}) => did('TechnologyBought') > 1 || did('CardsDiscarded') > 1},
  {text: 'guide.civ.again', isDone: ({did, mine}) => mine && did('CardsDiscarded') > 1},
  {text: 'guide.civ.last', isDone: ({game}) => Boolean(game.result)},
];

/** Texts for the end of the game. */
export const ends = {won: 'guide.civ.won', lost: 'guide.civ.lost'};

/** Numbers that the texts name. */
export function values({game: {state}}) {
  return {left: state.technologies.open.length + state.technologies.deck};
}
