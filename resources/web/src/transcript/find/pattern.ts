import type { Phrase } from '../contract';

// The same words that the library searches by: runs of letters and digits; Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese,
// which do not separate words by blanks, as they are; a symbol by itself. Anything else between two words does not matter.
const withVowelMarks = '\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const ideograph = `[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}ー${withVowelMarks}]`;
const letter = `(?:(?!${ideograph})[\\p{L}\\p{N}\\p{M}])`;
const between = '[^\\p{L}\\p{N}\\p{M}\\p{So}]*';
/** Part of names such as C++, C# and .NET, unless it separates words: a+b, page#place. */
const dot = '(?<![\\p{L}\\p{N}\\p{M}\\p{So}.])\\.(?=\\p{L})';
const signs = `(?:\\+\\+(?![+#])|[+#](?![+#]|${letter}))`;
const runs = new RegExp(`${ideograph}+|${letter}+${signs}|(?:${dot})?${letter}+|\\p{So}`, 'gu');

/** A character with its marks (the narrow dots of kana are some); or the parts of a Korean syllable, as macOS writes file names. */
const characters = /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|\P{M}[\p{M}\uff9e\uff9f]*|\p{M}+/gu;
// Marks of these scripts may be omitted, and inherited ones of any script, but not the dots that change a kana's sound. Elsewhere
// marks are letters, mostly vowels: काम is not कम.
const pointed =
  '\\p{sc=Inherited}\\p{sc=Common}\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Coptic}\\p{sc=Cyrillic}\\p{sc=Glagolitic}\\p{sc=Hebrew}\\p{sc=Samaritan}\\p{sc=Arabic}' +
  '\\p{sc=Syriac}\\p{sc=Mandaic}\\p{sc=Nko}\\p{sc=Adlam}\\p{sc=Ethiopic}\\p{sc=Mongolian}\\p{sc=Hangul}';
/** Dots below letters of Devanagari, Gurmukhi, Gujarati and Kannada, which many people omit like accents. */
const leftOut = '\\u093c\\u0a3c\\u0abc\\u0cbc';
/** Where a line may break, how letters are joined, which way they go: people do not type this in a search. */
const unseen = '\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2060\\ufeff';
const dropped = new RegExp(`[${unseen}]|(?![\\u3099\\u309a])(?=[${pointed}${leftOut}])\\p{M}`, 'gu');

export interface Folded {
  text: string;
  /** Where the character that a unit of the folded text comes from begins in the text, and where it ends. */
  from(unit: number): number;
  to(unit: number): number;
}

const plain = (character: string): string =>
  character.normalize('NFKD').replace(dropped, '').normalize('NFC').toUpperCase().toLowerCase();

/** Whether it separates no words: as if it were not there. */
export const isDropped = (character: string): boolean => character.replace(dropped, '') === '';

/** Without case, accents, widths and invisible characters. */
export function fold(text: string): Folded {
  if (/^[\0-\x7f]*$/.test(text)) return { text: text.toLowerCase(), from: (unit) => unit, to: (unit) => unit + 1 };
  let folded = '';
  const from: number[] = [];
  const to: number[] = [];
  for (const { 0: character, index } of text.matchAll(characters)) {
    const said = character < '\u0080' && character.length === 1 ? character.toLowerCase() : plain(character);
    folded += said;
    for (let unit = 0; unit < said.length; unit += 1) {
      from.push(index);
      to.push(index + character.length);
    }
  }
  return { text: folded, from: (unit) => from[unit], to: (unit) => to[unit] };
}

/** A match that ends in a sign may continue with the next, like a word with its letters. */
function letterPattern(run: string, mayGoOn: boolean): string {
  const begin = run.startsWith('.') ? '(?<!\\.)' : `(?<!${letter})`;
  const end = /[+#]$/.test(run) ? '[+#]' : letter;
  return `${begin}${run.replace(/[.+]/g, '\\$&')}${mayGoOn ? '' : `(?!${end})`}`;
}

function runPattern(run: string, mayGoOn: boolean): string {
  return new RegExp(`^\\.?${letter}`, 'u').test(run) ? letterPattern(run, mayGoOn) : run;
}

function phrasePattern(phrase: Phrase): string {
  const found = fold(phrase.text).text.match(runs) ?? [];
  return found.map((run, index) => runPattern(run, phrase.prefix && index === found.length - 1)).join(between);
}

/** Finds any of the phrases in a folded text; nothing if none of them has a word. */
export function patternOf(phrases: readonly Phrase[]): RegExp | undefined {
  const patterns = phrases.map(phrasePattern).filter(Boolean);
  return patterns.length ? new RegExp(patterns.join('|'), 'gu') : undefined;
}

export interface Span {
  start: number;
  end: number;
}

/** Its positions in the text, in order. */
export function spansIn(text: string, pattern: RegExp): Span[] {
  const folded = fold(text);
  const spans: Span[] = [];
  for (const match of folded.text.matchAll(pattern)) {
    if (match[0]) spans.push({ start: folded.from(match.index), end: folded.to(match.index + match[0].length - 1) });
  }
  return spans;
}
