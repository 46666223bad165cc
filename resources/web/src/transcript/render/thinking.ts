import type { ThinkingBlock } from '../contract';
import { el } from '../dom';
import { visibleParts } from '../safety/visible_text';
import { say } from '../words';
import { onActivate } from './code';
import type { Context } from './context';
import { cutNote, plainReach } from './cut_note';
import { icon } from './icons';

/** One folded line; the thoughts are plain text. */
export function thinking(block: ThinkingBlock, ordinal: number, foldKey: string, context: Context): HTMLElement {
  const head = el('button', 'think', icon('chevron-right', 's'), say('thought'));
  head.type = 'button';
  const shown = plainReach(block.text, 0);
  const rest = block.text.length > shown ? cutNote(block.text, shown, context) : null;
  const body = el('div', 'thoughts', ...visibleParts(block.text.slice(0, shown)), rest);
  const setOpen = (open: boolean): void => {
    head.setAttribute('aria-expanded', String(open));
    body.hidden = !open;
  };
  setOpen(context.isPrinted || context.isSought(ordinal, () => block.text) || context.folds.get(foldKey, false));
  onActivate(head, () => {
    const open = Boolean(body.hidden);
    context.folds.set(foldKey, open);
    setOpen(open);
  });
  return el('div', '', head, body);
}
