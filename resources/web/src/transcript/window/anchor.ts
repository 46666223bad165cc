// The position a person looks at: a message's top edge, or a line of text inside a message that the view's top cuts.

import { release } from './ranges';

export interface Edge {
  top: number;
  bottom: number;
}

export interface TextPlace {
  node: Text;
  offset: number;
}

export interface Anchor {
  ordinal: number;
  wanted: number; // where the anchor's top stood, in pixels under the view's top
  text?: TextPlace;
  fraction: number; // of the message's height above the line of the text: used when that is gone
}

/** The first message whose top is in the upper 90 % of the view, or -1; `tops` are ascending, relative to the view's top. */
export function firstTopInView(count: number, topOf: (index: number) => number, viewport: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (topOf(middle) < -0.5) low = middle + 1;
    else high = middle;
  }
  return low < count && topOf(low) <= viewport * 0.9 ? low : -1;
}

/** The message that covers the view's top edge: the last whose top is above it. */
export function coveringIndex(count: number, topOf: (index: number) => number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (topOf(middle) <= 0) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** How far to scroll so that the anchor is where it was. Less than half a pixel is ignored. */
export function correction(now: number, wanted: number): number {
  const delta = now - wanted;
  return Math.abs(delta) >= 0.5 ? Math.round(delta) : 0;
}

function caretAt(x: number, y: number): { node: Node; offset: number } | undefined {
  const range = document.caretRangeFromPoint(x, y);
  if (!range) return undefined;
  const caret = { node: range.startContainer, offset: range.startOffset };
  release(range);
  return caret;
}

function placeAt(x: number, y: number, within: Element): TextPlace | undefined {
  const caret = caretAt(x, y);
  if (!caret || !(caret.node instanceof Text) || !within.contains(caret.node)) return undefined;
  const { node } = caret;
  // White space at a line's end has no box of its own.
  for (let offset = Math.min(caret.offset, node.length - 1); offset >= 0 && offset < node.length; offset += 1) {
    if (/\S/.test(node.data[offset])) return { node, offset };
  }
  return undefined;
}

const probes = [4, 12, 20, 30, 44, 64];

/** The text position at the view's top edge, or a little below it if there is a gap, if it lies in `within`. */
export function textPlaceUnder(x: number, top: number, within: Element): TextPlace | undefined {
  for (const down of probes) {
    const place = placeAt(x, top + down, within);
    if (place && lineTop(place) !== undefined) return place;
  }
  return undefined;
}

/** The top of the line containing a text position, in client pixels. */
export function lineTop(place: TextPlace): number | undefined {
  if (!place.node.isConnected || place.offset >= place.node.length) return undefined;
  const range = document.createRange();
  range.setStart(place.node, place.offset);
  range.setEnd(place.node, place.offset + 1);
  const box = range.getClientRects()[0];
  release(range);
  return box && box.height > 0 ? box.top : undefined;
}
