import type { TextPlace } from './anchor';
import { release } from './ranges';

/** A place in what is said in a row, by counting: it is the same in a row that was drawn anew. The header around it may have become longer. */
export interface TextEnd {
  part: number;
  characters: number;
}

const saidIn = (row: Element): Element[] => [...row.querySelectorAll('.prose'), row];

/** What a place is counted in. */
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

/** The text that so many characters stand before; `isBehind`: the one that they end in, where that ends there. */
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

/** For the end of what is selected. */
export function placeOf(row: Element, end: TextEnd): [Node, number] {
  const place = textAt(row, end, true);
  const block = partOf(row, end);
  return place ? [place.node, place.offset] : [block, block.childNodes.length];
}

/** Of the character that stands there. */
export function characterAt(row: Element, end: TextEnd): TextPlace | undefined {
  return textAt(row, end, false);
}
