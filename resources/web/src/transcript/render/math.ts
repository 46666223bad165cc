import { el } from '../dom';
import { mathCap } from '../safety/caps';
import type { FormulaRoom } from '../safety/formula_room';
import { cleanMath } from '../safety/sanitise';
import { say } from '../words';
import { formulaHtml } from './formula_html';
import { noteFormula } from './formula_text';
import { scrollBox } from './scroll_box';

/** A formula as it was written. */
export const writtenFormula = (text: string): HTMLElement => el('code', 'math', text);

/**
 * Renders a formula. Its commands may not make links, load anything, or grow beyond a limit; otherwise it is shown as
 * written.
 */
export function formula(text: string, display: boolean, room: FormulaRoom): HTMLElement {
  const box = el('span', display ? 'math display' : 'math');
  noteFormula(box, text);
  box.setAttribute('role', 'math');
  box.setAttribute('aria-label', text.slice(0, 500));
  if (text.length > mathCap) {
    box.append(el('code', '', text.slice(0, 200), '…'), ` ${say('mathTooLong')}`);
    return box;
  }
  const html = formulaHtml(text, display, room);
  box.append(html === undefined ? el('code', '', text) : cleanMath(html));
  return display ? scrollBox(box) : box;
}
