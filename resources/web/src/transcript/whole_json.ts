import type { Json } from './contract';
import { outputCap } from './safety/caps';

const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|:/g;

/** A number that is shown as it was written, but for zeros at its end. */
const isExact = (written: string): boolean => /^-?(?:\d\.?){1,15}$/.test(written);

/** Of all objects within; without recursion, since depth is the sender's choice. */
function entriesIn(value: Json): number {
  let count = 0;
  const waiting: Json[] = [value];
  while (waiting.length) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    const children = Object.values(next);
    if (!Array.isArray(next)) count += children.length;
    for (const child of children) waiting.push(child);
  }
  return count;
}

/** Whether the value says all that the text does: no key is in an object twice, and no number is longer than one can be here. */
function saysAll(text: string, value: Json): boolean {
  let keys = 0;
  for (const [written] of text.matchAll(token)) {
    if (written === ':') keys += 1;
    else if (written[0] !== '"' && !isExact(written)) return false;
  }
  return keys === entriesIn(value);
}

/** What a program wrote in one line as JSON, where it can be shown as a value without losing anything. */
export function wholeJson(text: string): Json | undefined {
  const line = text.trim();
  if (!/^[{[]/.test(line) || line.length > outputCap || line.includes('\n')) return undefined;
  try {
    const value = JSON.parse(line) as Json;
    return entriesIn(value) + (Array.isArray(value) ? value.length : 0) > 0 && saysAll(line, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
