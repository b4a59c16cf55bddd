/** Form fields for an action, by the schema that the catalogue gives; no rule is here. */

import {field, h, select} from '../dom.js';
import {wordOf} from '../narration.js';

/** The fields of an action but its type: {name, place, read}; `read` answers null for what was left out. */
export function actionFields(schema, table) {
  const needed = new Set(schema.required ?? []);
  return Object.entries(schema.properties).filter(([name]) => name !== 'type').map(([name, shape]) => {
    const title = titleOf(name, table);
    const {place, read} = shape.items ? several(title, shape.items, table)
      : shape.enum ? one(title, shape.enum.filter((each) => each !== null), needed.has(name), table) : number(name, title, needed.has(name), table);
    return {name, place, read};
  });
}

function titleOf(name, {kind: {names}}) {
  return wordOf(names, name, 'field');
}

/** One of a list. */
function one(title, values, needed, {kind: {names}}) {
  const choices = values.map((each) => [each, names[each] ?? each]);
  const input = select('order-field', needed ? choices : [['', '–'], ...choices], needed ? values[0] : '');
  return {place: field(title, input), read: () => input.value || null};
}

/** Any number of a list: as soon as one is chosen there is room for another. */
function several(title, {enum: values}, table) {
  const choices = values?.map((each) => [each, table.kind.names[each] ?? each]) ?? plotsOf(table);
  const place = h('fieldset', {}, h('legend', {}, title));
  const more = () => {
    const input = select('order-field', [['', '–'], ...choices], '', () => {
      if (input === place.lastElementChild && input.value) more();
    });
    input.setAttribute('aria-label', title);
    place.append(input);
  };
  more();
  const chosen = () => [...place.querySelectorAll('select')].map((each) => each.value).filter(Boolean).map((each) => (values ? each : Number(each)));
  return {place, read: () => (chosen().length > 0 ? chosen() : null)};
}

/** One's own plots, by their numbers. */
function plotsOf({words, kind: {names}, game}) {
  return game.state.seats[game.you].plots.map(({terrain}, nth) => [String(nth), words.t('civ.plot', {number: nth + 1, terrain: names[terrain]})]);
}

/** A seat by its player, a plot by its place from 1, or another number. */
function number(name, title, needed, {words, players}) {
  if (name === 'seat') {
    const input = select('order-field', players.map((player, seat) => [String(seat), player]), '0');
    return {place: field(words.t('order-seat'), input), read: () => Number(input.value)};
  }
  const plot = name === 'plot' ? 1 : 0;
  const input = h('input', {type: 'number', name: 'order-field', min: plot, required: needed});
  return {place: field(title, input), read: () => (input.value === '' ? null : Number(input.value) - plot)};
}
