import { outputStart } from './safety/caps';
import { allStates, lastStates } from './safety/terminal';
import { wholeUntil } from './safety/whole_signs';

/** What a tool wrote: the part visible at first, and all of it, including each state of an overwritten line. */
export interface FoldedOutput {
  short: string;
  whole: string;
  lines: number;
}

/** Where the first lines end. */
function endOfLines(text: string, most: number): number {
  let end = -1;
  for (let line = 0; line < most; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return text.length;
  }
  return end;
}

/** Not within a terminal sequence. */
function cutAt(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, wholeUntil(text, most)).replace(/\u001b[^a-zA-Z]{0,40}$/, '');
}

/** With this many lines and characters. */
export function foldedOutput(written: string, mostLines: number, mostCharacters = outputStart): FoldedOutput {
  const whole = allStates(written).replace(/\n$/, '');
  const seen = lastStates(written).replace(/\n$/, '');
  const short = cutAt(seen.slice(0, endOfLines(seen, mostLines)), mostCharacters);
  return { short, whole, lines: whole.split('\n').length };
}
