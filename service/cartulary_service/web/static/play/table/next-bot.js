/** The bot to meet after a game against one: the next stronger after a win, the one below after losses in a row. */

import {beginAgainstBot} from '../pages/bot-game.js';
import {BOTS} from '../pages/bots.js';
import {strategyOf} from '../players.js';

/** So many losses in a row, and a weaker bot is offered. */
const LOSSES = 3;

export class NextBot {
  constructor({service, words, me}) {
    Object.assign(this, {service, words, me});
    this.found = null;
    this.hasLooked = false;
  }

  /** Look which bot comes next, once for a finished game. Returns whether there is one. */
  async look({id, game, result, you, bots, seats}) {
    if (this.hasLooked || you === null || bots.length !== 1 || seats.length !== 2 || result.winners.length !== 1) return false;
    this.hasLooked = true;
    const place = BOTS.indexOf(bots[0].strategy);
    if (place < 0) return false;
    if (result.winners.includes(you)) this.found = BOTS[place + 1] ?? null;
    else if (place > 0 && await this.hasLost(id, game, bots[0].strategy)) this.found = BOTS[place - 1];
    return this.found !== null;
  }

  /** Whether the reader's latest games against a bot, beside that of `id`, were all lost. */
  async hasLost(id, game, strategy) {
    const {games} = await this.service.get(`/games?status=finished&player=${this.me.id}&game=${game}&limit=50`);
    const latest = games.filter((each) => each.id !== id && isAgainst(each, strategy)).slice(0, LOSSES - 1);
    return latest.length === LOSSES - 1 && latest.every((each) => this.isLost(each));
  }

  isLost({result, seats}) {
    const own = seats.find(({player}) => player?.id === this.me.id).seat;
    return result !== null && result.winners.length > 0 && !result.winners.includes(own);
  }

  /** Begin a game against it, by the same edition, and go there. */
  play({game, edition}) {
    return beginAgainstBot(this.service, this.words, {game, edition}, this.found);
  }
}

/** Whether a game was one for two against a bot. */
function isAgainst({seats}, strategy) {
  return seats.length === 2 && seats.some(({player}) => player && strategyOf(player) === strategy);
}
