import type { Phrase } from '../contract';

// The same words that the library finds by: letters and digits in a row; Chinese, Japanese, Korean, Thai, Lao, Khmer and
// Burmese, which part no words by blanks, as they stand; a symbol by itself. Whatever else stands between two words does not matter.
const withVowelMarks = '\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const ideograph = `[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}ー${withVowelMarks}]`;
const letter = `(?:(?!${ideograph})[\\p{L}\\p{N}\\p{M}])`;
const between = '[^\\p{L}\\p{N}\\p{M}\\p{So}]*';
/** Of a name such as C++, C# and .NET, where it does not part words: a+b, page#place. */
const dot = '(?<![\\p{L}\\p{N}\\p{M}\\p{So}.])\\.(?=\\p{L})';
const signs = `(?:\\+\\+(?![+#])|[+#](?![+#]|${letter}))`;
const runs = new RegExp(`${ideograph}+|${letter}+${signs}|(?:${dot})?${letter}+|\\p{So}`, 'gu');

/** A character with its marks (the narrow dots of kana are some); or the parts of a Korean syllable, as macOS writes names of files. */
const characters = /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|\P{M}[\p{M}\uff9e\uff9f]*|\p{M}+/gu;
// Of these scripts marks may be left out, and of any an inherited one, but not the dots that make another sound of a kana. Elsewhere
// marks are letters, vowels most of them: काम is not कम.
const pointed =
  '\\p{sc=Inherited}\\p{sc=Common}\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Coptic}\\p{sc=Cyrillic}\\p{sc=Glagolitic}\\p{sc=Hebrew}\\p{sc=Samaritan}\\p{sc=Arabic}' +
  '\\p{sc=Syriac}\\p{sc=Mandaic}\\p{sc=Nko}\\p{sc=Adlam}\\p{sc=Ethiopic}\\p{sc=Mongolian}\\p{sc=Hangul}';
/** Dots below letters of Devanagari, Gurmukhi, Gujarati and Kannada, which many leave out as accents. */
const leftOut = '\\u093c\\u0a3c\\u0abc\\u0cbc';
/** Where a line may break, how letters are joined, which way they go: who looks for the word types none of that. */
const unseen = '\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2060\\ufeff';
const dropped = new RegExp(`[${unseen}]|(?![\\u3099\\u309a])(?=[${pointed}${leftOut}])\\p{M}`, 'gu');

export interface Folded {
  text: string;
  /** Where the character begins in the text of which a unit of the folded text is a part, and where it ends. */
  from(unit: number): number;
  to(unit: number): number;
}

const plain = (character: string): string =>
  character.normalize('NFKD').replace(dropped, '').normalize('NFC').toUpperCase().toLowerCase();

/** Whether it parts no word: as if it were not there. */
export const isDropped = (character: string): boolean => character.replace(dropped, '') === '';

/** Without case, accents, widths and what is not seen. */
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

/** What ends in one sign may go on with the next, as a word with its letters. */
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
    if (match[0]) spans.push({ start: folded.from(match.index), end: folded.to(match.index + match[0].length - 1) });
  }
  return spans;
}
