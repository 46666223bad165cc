import { terminalCap } from './caps';
import { splitHidden, type TextPart } from './invisible';
import { nodesOf, visibleText } from './visible_text';

// What programs write for a terminal: sequences beginning with ESC set the colours of what follows, or move the cursor. Colours
// are drawn in our own; sequences without a visible effect are omitted; any other sequence is shown in a box.

const escape = '\u001b';

// As short as programs write them: omitted ones must not be a place to hide text.
const sequence = new RegExp(
  `${escape}(?:\\[((?:\\d{0,3}[;:]){0,24}\\d{0,3})m|` + // colours
    `(\\[[0-2]?K|\\[\\?\\d{1,4}[hl]|\\[0?J|\\(B|[=>])|` + // the rest of a line, how the cursor looks, letters as they are
    `(\\[[\\d;?]{0,12}[A-Za-z]))`,
  'g',
);

const names = ['', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', ''] as const;
type Colour = (typeof names)[number] | 'grey';

/** One of the eight, by which of its components are strong. */
function nearest(red: number, green: number, blue: number): Colour {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  if (most - least < 48) return most > 64 && most < 180 ? 'grey' : '';
  const middle = (most + least) / 2;
  return names[Number(red > middle) + 2 * Number(green > middle) + 4 * Number(blue > middle)];
}

/** Of a terminal's 256: 16 by name, a cube of six levels, and greys. */
function numbered(index: number): Colour {
  if (index < 8) return names[index];
  if (index < 16) return index === 8 ? 'grey' : names[index - 8];
  if (index > 231) return nearest(...(Array(3).fill(8 + 10 * (index - 232)) as [number, number, number]));
  const level = (step: number): number => (step === 0 ? 0 : 55 + 40 * step);
  const place = index - 16;
  return nearest(level(Math.floor(place / 36)), level(Math.floor(place / 6) % 6), level(place % 6));
}

/** Letters on a background of their own: mostly dark ones on a bright one. They get its colour and a frame. */
class Look {
  private colour: Colour = '';
  private ground: Colour | undefined;
  private readonly others = new Set<string>();

  take(codes: string): void {
    const numbers = codes.split(/[;:]/).map(Number);
    for (let at = 0; at < numbers.length; at += 1) {
      const code = numbers[at];
      if (code === 38 || code === 48) at = this.takeLong(numbers, at);
      else this.takeCode(code);
    }
  }

  get classes(): string {
    const colour = this.ground || this.colour;
    return [
      colour ? `term-${colour}` : '',
      this.ground === undefined ? '' : 'term-ground',
      ...[...this.others].map((one) => `term-${one}`),
    ]
      .filter(Boolean)
      .join(' ');
  }

  /** One of 256, or its three components; returns where it ends. */
  private takeLong(numbers: number[], at: number): number {
    const isNumbered = numbers[at + 1] === 5;
    const colour = isNumbered
      ? numbered(numbers[at + 2] ?? 0)
      : nearest(numbers[at + 2] ?? 0, numbers[at + 3] ?? 0, numbers[at + 4] ?? 0);
    if (numbers[at] === 38) this.colour = colour;
    else this.ground = colour;
    return at + (isNumbered ? 2 : 4);
  }

  private takeCode(code: number): void {
    const looks: Record<number, string> = { 1: 'bold', 2: 'dim', 3: 'italic', 4: 'underlined', 7: 'ground' };
    const ends: Record<number, string[]> = { 22: ['bold', 'dim'], 23: ['italic'], 24: ['underlined'], 27: ['ground'] };
    if (code === 0) {
      this.colour = '';
      this.ground = undefined;
      this.others.clear();
    } else if (looks[code]) this.others.add(looks[code]);
    else if (ends[code]) for (const one of ends[code]) this.others.delete(one);
    else if (code >= 30 && code <= 37) this.colour = names[code - 30];
    else if (code >= 90 && code <= 97) this.colour = code === 90 ? 'grey' : names[code - 90];
    else if (code === 39) this.colour = '';
    else if (code >= 40 && code <= 47) this.ground = names[code - 40];
    else if (code >= 100 && code <= 107) this.ground = code === 100 ? 'grey' : names[code - 100];
    else if (code === 49) this.ground = undefined;
  }
}

function plainParts(text: string, look: string): TextPart[] {
  return text ? splitHidden(text).map((part) => (part.hidden || !look ? part : { ...part, look })) : [];
}

/** Equal looks are one. */
function join(parts: TextPart[], part: TextPart): void {
  const last = parts[parts.length - 1];
  if (last && !last.hidden && !part.hidden && last.look === part.look) last.text += part.text;
  else parts.push(part);
}

/** Beyond this many colour changes there are none: each costs the page an element. */
export function terminalParts(text: string, most = terminalCap): TextPart[] {
  const parts: TextPart[] = [];
  const look = new Look();
  let changes = 0;
  let from = 0;
  const add = (end: number): void => {
    // One by one: no call takes this many arguments.
    for (const part of plainParts(text.slice(from, end), changes > most ? '' : look.classes)) join(parts, part);
  };
  for (const match of text.matchAll(sequence)) {
    const [whole, colours, , other] = match;
    add(match.index as number);
    from = (match.index as number) + whole.length;
    if (colours !== undefined) {
      changes += 1;
      look.take(colours);
    } else if (other !== undefined) parts.push({ text: `ESC${other}`, hidden: true });
  }
  add(text.length);
  return parts;
}

export const hasSequences = (text: string): boolean => text.includes(escape);

/** Without what is only meant for a terminal. */
export const withoutSequences = (text: string): string => (hasSequences(text) ? text.replace(sequence, '') : text);

/** Nodes that show what a program wrote, in its colours, with hidden characters in boxes. */
export const terminalText = (text: string): Node[] =>
  hasSequences(text) ? nodesOf(terminalParts(text)) : visibleText(text);

function withoutReturns(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === '\r') end -= 1;
  return line.slice(0, end);
}

// A carriage return goes back to the line's beginning, and what is written then replaces what was there.
const linesOf = (text: string): string[] => text.split('\n').map(withoutReturns);

/** The final content of each line. */
export const lastStates = (text: string): string =>
  linesOf(text)
    .map((line) => line.slice(line.lastIndexOf('\r') + 1))
    .join('\n');

/** Everything that was ever in each line, one line each. */
export const allStates = (text: string): string => linesOf(text).join('\n').replace(/\r+/g, '\n');
