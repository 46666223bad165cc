import { el } from '../dom';
import { hasHidden, splitHidden, splitLabel, splitLookalike, type TextPart } from './invisible';

function nodesOf(parts: TextPart[]): Node[] {
  return parts.map((part) => (part.hidden ? el('span', 'inv', part.text) : document.createTextNode(part.text)));
}

/** Nodes that show an agent's text with its hidden characters in boxes. */
export function visibleText(text: string): Node[] {
  return hasHidden(text) ? nodesOf(splitHidden(text)) : [document.createTextNode(text)];
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
