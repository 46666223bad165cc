import { el } from '../dom';
import { reachOf } from '../safety/text_room';
import { visibleParts } from '../safety/visible_text';
import { say, shortCount } from '../words';
import { onActivate } from './code';
import type { Context } from './context';

/** Plain text that is set at once. */
const plainStep = 200_000;
const plainLines = 10_000;

/** How far the plain text set at once extends from a given place. */
export const plainReach = (text: string, from: number): number => reachOf(text, from, plainStep, plainLines);

/**
 * The rest of a text after the `shown` characters: folded, then as plain text in steps, so that no click costs too
 * much. Each step is a block: existing ones are not laid out again. `taken`: characters of the message.
 */
export function cutNote(text: string, shown: number, context: Context, taken = shown): HTMLElement {
  const note = el('div', 'capnote', say('textCut', shortCount(taken)));
  const button = el('button', 'link', say('showAllText'));
  button.type = 'button';
  const rest = el('div', 'plainrest');
  const key = context.nextFold('rest');
  const opened = context.folds.get(key, 0);
  let next = shown;
  const showMore = (): void => {
    const end = plainReach(text, next);
    rest.append(el('div', '', ...visibleParts(text.slice(next, end))));
    next = end;
    if (next >= text.length) button.remove();
    else button.textContent = say('showMoreItems', shortCount(text.length - next));
  };
  onActivate(button, () => {
    showMore();
    context.folds.set(key, next);
  });
  note.append(button);
  if (opened > next)
    context.later(() => {
      if (note.isConnected && next < opened) showMore();
      return note.isConnected && next < opened;
    });
  return el('div', 'textrest', rest, note);
}
