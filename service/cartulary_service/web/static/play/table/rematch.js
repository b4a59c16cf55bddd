/** The rematch of a finished game: the first who asks opens it, and whoever sat there hears of it and joins. */

import {Refused} from '../api.js';
import {isBot} from '../players.js';
import {sitDown} from '../pages/waiting-room.js';

export class Rematch {
  constructor({service, words, id}) {
    Object.assign(this, {service, words, id});
    this.isOpen = false;
    this.askedBy = [];
  }

  /** Look whether one is offered, which may have been taken back. Returns whether that is news. */
  async look() {
    const before = JSON.stringify([this.isOpen, this.askedBy]);
    try {
      const {seats, you, result} = await this.service.get(`/games/${this.id}/rematch`);
      this.isOpen = result === null;
      this.askedBy = this.isOpen ? seats.filter(({seat, player}) => player && seat !== you && !isBot(player)).map(({player}) => player.name) : [];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
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
