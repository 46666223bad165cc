import katex from 'katex';
import { el } from '../dom';
import { mathCap, mathExpansionCap } from '../safety/caps';
import { cleanMath } from '../safety/sanitise';
import { say } from '../words';

/** A formula as it is written. */
export const writtenFormula = (text: string): HTMLElement => el('code', 'math', text);

/** Sets a formula. Its commands may make no link, load nothing, and expand only so often. */
export function formula(text: string, display: boolean, mostExpansions = mathExpansionCap): HTMLElement {
  const box = el('span', display ? 'math display' : 'math');
  box.setAttribute('role', 'math');
  box.setAttribute('aria-label', text.slice(0, 500));
  if (text.length > mathCap) {
    box.append(el('code', '', text.slice(0, 200), '…'), ` ${say('mathTooLong')}`);
    return box;
  }
  try {
    const html = katex.renderToString(text, {
      displayMode: display,
      throwOnError: false,
      trust: false,
      strict: 'ignore',
      maxExpand: mostExpansions,
      maxSize: 20,
      output: 'html',
      macros: {},
      errorColor: '#B02B27',
    });
    box.append(cleanMath(html));
  } catch {
    box.append(el('code', '', text));
  }
  return box;
}
