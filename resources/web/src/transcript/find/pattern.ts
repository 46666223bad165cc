import type { Phrase } from '../contract';

// The same words that the library finds by: letters and digits in a row; Chinese, Japanese and Korean as they stand;
// a symbol by itself. Whatever else stands between two words does not matter.
const ideograph = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}ー]';
const letter = `(?:(?!${ideograph})[\\p{L}\\p{N}\\p{M}])`;
const between = '[^\\p{L}\\p{N}\\p{M}\\p{So}]*';
const runs = new RegExp(`${ideograph}+|${letter}+|\\p{So}`, 'gu');

export interface Folded {
  text: string;
  /** The unit of the text from which a unit of the folded text comes. */
  from(unit: number): number;
}

/** Without case, accents and widths. */
export function fold(text: string): Folded {
  if (/^[\0-\x7f]*$/.test(text)) return { text: text.toLowerCase(), from: (unit) => unit };
  let folded = '';
  const from: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain =
      character < '\u0080'
        ? character.toLowerCase()
        : character.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase();
    folded += plain;
    for (let unit = 0; unit < plain.length; unit += 1) from.push(at);
    at += character.length;
  }
  from.push(at);
  return { text: folded, from: (unit) => from[unit] };
}

function runPattern(run: string, mayGoOn: boolean): string {
  const isLetters = new RegExp(`^${letter}`, 'u').test(run);
  return isLetters ? `(?<!${letter})${run}${mayGoOn ? '' : `(?!${letter})`}` : run;
}

function phrasePattern(phrase: Phrase): string {
  const found = fold(phrase.text).text.match(runs) ?? [];
  return found.map((run, index) => runPattern(run, phrase.prefix && index === found.length - 1)).join(between);
}

/** Finds any of the phrases in a folded text; nothing when none of them has a word. */
export function patternOf(phrases: readonly Phrase[]): RegExp | undefined {
  const patterns = phrases.map(phrasePattern).filter(Boolean);
  return patterns.length ? new RegExp(patterns.join('|'), 'gu') : undefined;
}

export interface Span {
  start: number;
  end: number;
}

/** Where it stands in the text, in order. */
export function spansIn(text: string, pattern: RegExp): Span[] {
  const folded = fold(text);
  const spans: Span[] = [];
  for (const match of folded.text.matchAll(pattern)) {
    if (match[0]) spans.push({ start: folded.from(match.index), end: folded.from(match.index + match[0].length) });
  }
  return spans;
}
