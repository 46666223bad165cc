import { el } from '../dom';
import { visibleParts } from '../safety/visible_text';
import { say, shortCount } from '../words';
import { onActivate } from './code';

/** Characters of plain text that are set at once. */
export const plainStep = 200_000;

/**
 * The rest of a text, of which `shown` characters stand before it: folded, then as plain text in steps, so that no click
 * costs too much. Each step is a block: what stands there already is not laid out again.
 */
export function cutNote(text: string, shown: number): HTMLElement {
  const note = el('div', 'capnote', say('textCut', shortCount(shown)));
  const button = el('button', 'link', say('showAllText'));
  button.type = 'button';
  const rest = el('div', 'plainrest');
  let next = shown;
  onActivate(button, () => {
    rest.append(el('div', '', ...visibleParts(text.slice(next, next + plainStep))));
    next += plainStep;
    if (next >= text.length) button.remove();
    else button.textContent = say('showMoreItems', shortCount(text.length - next));
  });
  note.append(button);
  return el('div', '', rest, note);
}
