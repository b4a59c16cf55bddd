/** The guided first game: Science is four turns from winning, and the bot collects Military more slowly. */

const SCIENCE = [...Array(7).fill('science-2'), ...Array(5).fill('science-3')];
const MILITARY = [...Array(8).fill('military-2'), ...Array(4).fill('military-3')];

export const position = {
  turn: 13,
  active: 0,
  first: 0,
  step: 'play',
  deck: SCIENCE.flatMap((kind, nth) => [kind, MILITARY[nth]]),
  seats: [
    {hand: {'science-1': 2, 'science-2': 1}, area: {'science-1': 2, 'religion-1': 2}},
    {hand: {'military-1': 3}, area: {'military-1': 2}},
  ],
};

/** Steps by their texts. A step goes on once it is done; one that only tells something also when told to. */
export const steps = [
  {text: 'guide.carta.aim', tells: true, isDone: ({did}) => did('CardPlayed') > 0},
  {text: 'guide.carta.play', isDone: ({did}) => did('CardPlayed') > 0},
  {text: 'guide.carta.effect', isDone: ({did}) => did('AreaTaken') > 0 || did('TurnEnded') > 0},
  {text: 'guide.carta.end', isDone: ({did, mine}) => mine && did('TurnEnded') > 0},
  {text: 'guide.carta.bot', tells: true, isDone: ({did}) => did('CardPlayed') > 1},
  {text: 'guide.carta.again', isDone: ({did, mine}) => mine && did('TurnEnded') > 1},
  {text: 'guide.carta.win', isDone: ({game}) => Boolean(game.result)},
];

/** Texts for the end of the game. */
export const ends = {won: 'guide.carta.won', lost: 'guide.carta.lost'};

/** Numbers that the texts name. */
export function values({game: {state}, you}) {
  return {needed: state.seats[you].wins_at.science};
}
