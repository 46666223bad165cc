import { el } from '../dom';
import { say } from '../words';
import { hiddenCap, lineCap, partSize } from './caps';
import { boxesOf } from './hidden_runs';
import { hasHidden, splitHidden, splitLabel, splitLookalike, type TextPart } from './invisible';
import { wholeUntil } from './whole_signs';

function nodeOf({ text, hidden, look }: TextPart): Node {
  if (hidden) return el('span', 'inv', text);
  return look ? el('span', look, text) : document.createTextNode(text);
}

export function nodesOf(parts: TextPart[]): Node[] {
  const { shown, rest } = boxesOf(parts, hiddenCap);
  const nodes = shown.map(nodeOf);
  if (rest !== undefined) nodes.push(el('span', 'inv', say('hiddenCut')), document.createTextNode(rest));
  return nodes;
}

/** Nodes that show an agent's text with its hidden characters in boxes. */
export function visibleText(text: string): Node[] {
  return hasHidden(text) ? nodesOf(splitHidden(text)) : [document.createTextNode(text)];
}

const inBrackets = (parts: TextPart[]): string =>
  parts.map((part) => (part.hidden ? `[${part.text}]` : part.text)).join('');

/** The same where elements are impossible: in brackets. */
export const shownText = (text: string): string => (hasHidden(text) ? inBrackets(splitHidden(text)) : text);
export const shownLookalike = (name: string): string => inBrackets(splitLookalike(name));

function hasLongLine(text: string): boolean {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    if ((end < 0 ? text.length : end) - at > lineCap) return true;
    if (end < 0) return false;
    at = end + 1;
  }
  return false;
}

/**
 * The same for a text that may be one endless line, which takes very long to break: it is split into parts, a block
 * each.
 */
export function visibleParts(text: string): Node[] {
  if (!hasLongLine(text)) return visibleText(text);
  const parts: Node[] = [];
  for (let at = 0; at < text.length;) {
    const end = wholeUntil(text, at + partSize);
    parts.push(el('div', '', ...visibleText(text.slice(at, end))));
    at = end;
  }
  return parts;
}

export const visibleLabel = (label: string): Node[] => nodesOf(splitLabel(label));
export const lookalikeName = (name: string): Node[] => nodesOf(splitLookalike(name));

/** Shows the hidden characters in all text under an element. */
export function showHidden(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) if (hasHidden((walker.currentNode as Text).data)) found.push(walker.currentNode as Text);
  for (const node of found) node.replaceWith(...visibleText(node.data));
}
