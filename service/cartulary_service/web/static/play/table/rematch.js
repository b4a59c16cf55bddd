/** The rematch of a finished game: the first who asks opens it, and whoever sat there hears of it and joins. */

import {isBot} from '../players.js';
import {sitDown} from '../pages/waiting-room.js';

export class Rematch {
  constructor({service, words, id, me}) {
    Object.assign(this, {service, words, id, me});
    this.isOpen = false;
    this.askedBy = [];
  }

  /** Look whether one is offered, which may have been taken back. Returns whether that is news. */
  async look() {
    const before = JSON.stringify([this.isOpen, this.askedBy]);
    // Asked for as a list, since it is no error that there is none yet.
    const {games: [opened]} = await this.service.get(`/games?rematch_of=${this.id}`);
    this.isOpen = ['open', 'playing'].includes(opened?.status);
    const others = this.isOpen ? opened.seats.filter(({player}) => player && player.id !== this.me?.id && !isBot(player)) : [];
    this.askedBy = others.map(({player}) => player.name);
    return before !== JSON.stringify([this.isOpen, this.askedBy]);
  }

  /** Sit down at it as one sat in `game`, with the same bots, and go there. */
  async join(game) {
    const {service} = this;
    const opened = await service.post(`/games/${this.id}/rematch`);
    const isFree = (seat) => opened.seats[seat].player === null;
    if (isFree(game.you)) await sitDown(this, opened, game.you);
    for (const {seat, strategy} of game.bots.filter(({seat: each}) => isFree(each))) {
      await service.create(`/games/${opened.id}/seats`, {seat, bot: strategy});
    }
    location.hash = `#/game/${opened.id}`;
  }
}
