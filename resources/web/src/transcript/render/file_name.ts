import { el } from '../dom';
import { shownText, visibleText } from '../safety/visible_text';

const shortName = 24; // letters for which there is room everywhere
const shortestEnd = 10;

/** Where a long name is cut: after its last slash, or before its last letters. The end of a file name tells more than its middle. */
export function endOfName(name: string, longestEnd: number): number {
  const file = name.replace(/[\\/]+$/, '').search(/[^\\/]*$/);
  const isEnd = file > 0 && name.length - file <= longestEnd;
  return isEnd ? file - 1 : Math.max(0, name.length - shortestEnd);
}

/** A file name that is shortened in its middle, with the whole one under the pointer. `longestEnd`: letters kept at the end. */
export function fileName(name: string, className: string, longestEnd = shortestEnd): HTMLElement {
  if (name.length <= shortName) return el('span', className, ...visibleText(name));
  const cut = endOfName(name, longestEnd);
  const made = el(
    'span',
    `${className} midname`,
    el('span', 'elide', ...visibleText(name.slice(0, cut))),
    el('span', '', ...visibleText(name.slice(cut))),
  );
  made.title = shownText(name);
  return made;
}
