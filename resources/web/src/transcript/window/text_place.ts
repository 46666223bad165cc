import type { TextPlace } from './anchor';
import { release } from './ranges';

/** A position in a row's text, by counting: it is the same in a redrawn row, even if the header around it has become longer. */
export interface TextEnd {
  part: number;
  characters: number;
}

const saidIn = (row: Element): Element[] => [...row.querySelectorAll('.prose'), row];

/** The unit of counting. */
export const partOf = (row: Element, { part }: TextEnd): Element => saidIn(row)[part] ?? row;

export function textEnd(row: Element, node: Node, offset: number): TextEnd {
  const parts = saidIn(row);
  const part = parts.findIndex((one) => one.contains(node));
  const range = document.createRange();
  range.setStart(parts[part], 0);
  range.setEnd(node, offset);
  const characters = range.toString().length;
  release(range);
  return { part, characters };
}

/** The text preceded by this many characters; `isBehind`: the one they end in, if that ends there. */
function textAt(row: Element, end: TextEnd, isBehind: boolean): TextPlace | undefined {
  const walker = document.createTreeWalker(partOf(row, end), NodeFilter.SHOW_TEXT);
  let left = end.characters;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (left < node.length || (isBehind && left === node.length)) return { node, offset: left };
    left -= node.length;
  }
  return undefined;
}

/** For the end of the selection. */
export function placeOf(row: Element, end: TextEnd): [Node, number] {
  const place = textAt(row, end, true);
  const block = partOf(row, end);
  return place ? [place.node, place.offset] : [block, block.childNodes.length];
}

/** Of the character there. */
export function characterAt(row: Element, end: TextEnd): TextPlace | undefined {
  return textAt(row, end, false);
}
