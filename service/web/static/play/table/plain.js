/** The table of a game that has no parts of its own yet: its board, its hand, and a list of what may be done. */

import {total} from '../cards/counts.js';
import {h, redraw, update} from '../dom.js';
import {Actions, Chosen} from './actions.js';
import {mainAction} from './main-action.js';

export class PlainParts {
  constructor(view) {
    const {table} = view;
    this.view = view;
    view.doing.classList.add('actions');
    this.actions = new Actions(view.doing, {
      kind: table.kind,
      service: table.service,
      accepted: (done) => table.accepted(done),
      refused: (error) => {
        view.refused(error);
        table.refresh();
      },
    });
  }

  draw(ctx) {
    const {
      view,
      view: {table},
    } = this;
    const {game, words, layout} = ctx;
    if (this.forms !== table.forms || !this.chosen) {
      this.forms = table.forms;
      this.chosen = new Chosen(table.forms, () => view.draw());
    }
    const own = {...ctx, chosen: game.you === null || ctx.offline ? null : this.chosen};
    update(view.board, layout.board(own));
    const holds = game.you !== null && game.state.seats[game.you].present && game.status === 'playing';
    update(
      view.hand,
      holds && [
        h('h2', {}, words.t('your-hand')),
        total(game.state.seats[game.you].hand) > 0 ? layout.hand(own) : h('p', {class: 'hint'}, words.t('hand-empty')),
      ],
    );
    this.actions.askAlways = table.acting.askAlways;
    if (ctx.ahead) redraw(view.doing, mainAction(ctx));
    else if (holds) this.actions.show(game, table.forms, this.chosen, table.players);
    else redraw(view.doing);
  }
}
