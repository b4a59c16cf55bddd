/** What an action is called, and what is settled in it, in words. */

import {wordOf} from '../narration.js';

/** What an action is called. */
export function titleOf(form, {names}) {
  const own = wordOf(names, form.type, 'action');
  return form.effect ? `${own}: ${names[form.effect] ?? form.effect}` : own;
}

/** What an item of a choice is called. */
function itemWords(field, item, {kind, game}) {
  if (field !== 'plots') return kind.names[item] ?? item;
  const plot = game.state.seats[game.you].plots[Number(item)];
  return kind.words.t('civ.plot', {number: Number(item) + 1, terrain: kind.names[plot?.terrain] ?? ''});
}

/** What is settled in a form, in words; several things by what each is for. */
export function labelOf(form, table) {
  const {kind: {words, names}, players} = table;
  const name = (each) => names[each] ?? String(each);
  if (form.type === 'bank') return words.t('act.bank', {give: name(form.give), take: name(form.take)});
  if (form.type === 'defend') return words.t('act.defend', {unit: name(form.unit), stops: name(form.stops)});
  const isNamed = ([field, value]) => typeof value === 'string' && !['type', 'effect'].includes(field);
  const several = Object.entries(form).filter(isNamed).length > 1;
  const parts = Object.entries(form).flatMap(([field, value]) => {
    if (['type', 'choose', 'effect'].includes(field)) return [];
    if (field === 'seat') return [players[value]];
    if (field === 'limit') return [words.t('act.limit', {limit: value})];
    if (field === 'plot') return [itemWords('plots', value, table)];
    if (Array.isArray(value)) {
      return [`${wordOf(names, field, 'field')}: ${value.map((each) => (field === 'plots' ? itemWords(field, each, table) : name(each))).join(', ')}`];
    }
    if (typeof value === 'object') return [Object.entries(value).map(([each, number]) => `${name(each)} ×${number}`).join(', ')];
    return [several ? `${wordOf(names, field, 'field')}: ${name(value)}` : name(value)];
  });
  return parts.join(' · ');
}
