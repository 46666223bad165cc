// Characters that are invisible or change the direction of others are shown by their short names, and so are those of endless
// piles of marks or chains of joined emoji. The same rules as ui/present/visible_text.cpp's; tests/data/visible_text.json holds them
// together.

const shortNames: Record<number, string> = {
  0x00ad: 'SHY',
  0x034f: 'CGJ',
  0x061c: 'ALM',
  0x115f: 'HCF',
  0x1160: 'HJF',
  0x17b4: 'KIV',
  0x17b5: 'KIV',
  0x180e: 'MVS',
  0x200b: 'ZWSP',
  0x200c: 'ZWNJ',
  0x200d: 'ZWJ',
  0x200e: 'LRM',
  0x200f: 'RLM',
  0x2028: 'LSEP',
  0x2029: 'PSEP',
  0x202a: 'LRE',
  0x202b: 'RLE',
  0x202c: 'PDF',
  0x202d: 'LRO',
  0x202e: 'RLO',
  0x2060: 'WJ',
  0x2061: 'FA',
  0x2062: 'IT',
  0x2063: 'IS',
  0x2064: 'IP',
  0x2066: 'LRI',
  0x2067: 'RLI',
  0x2068: 'FSI',
  0x2069: 'PDI',
  0x206a: 'ISS',
  0x206b: 'ASS',
  0x206c: 'IAFS',
  0x206d: 'AAFS',
  0x206e: 'NADS',
  0x206f: 'NODS',
  0x3164: 'HF',
  0xfeff: 'BOM',
  0xffa0: 'HHF',
  0xfff9: 'IAA',
  0xfffa: 'IAS',
  0xfffb: 'IAT',
};

// Hidden by themselves: Unicode's Default_Ignorable_Code_Point, including numbers reserved for more of them, and controls.
// Variation selectors and joiners often belong where they are, which is examined one by one.
const hidden =
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e' +
  '\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}\\p{Surrogate}';
// Drawn with the character before it, without a line break in between.
const attached = '\\p{M}\\p{Emoji_Modifier}\\u0e33\\u0eb3\\uff9e\\uff9f';
const jamo = '\\u1100-\\u11ff\\ua960-\\ua97c\\ud7b0-\\ud7fb';
// For scripts that stack letters as written: the next one is drawn with the previous one.
const stackers =
  '\\u1039\\u17d2\\u1a60\\u1b44\\u1bab\\ua806\\ua8c4\\ua9c0\\uaaf6' +
  '\\u{10a3f}\\u{11046}\\u{110b9}\\u{11133}\\u{111c0}\\u{11235}\\u{1134d}\\u{11442}\\u{114c2}\\u{115bf}\\u{1163f}\\u{116b6}\\u{11839}\\u{1193e}\\u{119e0}\\u{11a47}\\u{11a99}\\u{11c3f}\\u{11d45}\\u{11d97}';
const numberSigns = '\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}'; // Arabic and Kaithi: drawn around what follows

/**
 * At most this many characters may be attached to one, more than any script or emoji needs; the others are shown by
 * name.
 */
const mostAttached = 10;

const suspects = new RegExp(
  `[${hidden}]|(?:[${attached}](?:(?<=[${stackers}])\\p{L})?){${mostAttached + 1}}|[${jamo}]{${mostAttached + 2}}|[${numberSigns}]{${mostAttached + 2}}`,
  'u',
);
const examined = new RegExp(`[${hidden}${attached}${jamo}${numberSigns}]`, 'gu');

const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u20e3/u;
const joiningScript =
  /\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Gurmukhi}|\p{Script=Oriya}|\p{Script=Tamil}|\p{Script=Telugu}|\p{Script=Kannada}|\p{Script=Malayalam}|\p{Script=Gujarati}|\p{Script=Sinhala}|\p{Script=Mongolian}/u;
const selectable = /[^\p{Script=Latin}\p{M}\p{Z}\p{C}]/u;
const ideograph = /\p{Script=Han}/u;
const mongolianLetter = /(?![\u180b-\u180f])\p{Script=Mongolian}/u;

const codePointBefore = (text: string, index: number): string => {
  if (index === 0) return '';
  const low = text.charCodeAt(index - 1);
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(Math.max(0, index - 2), index) : text[index - 1];
};
const codePointAt = (text: string, index: number): string =>
  index < text.length ? String.fromCodePoint(text.codePointAt(index) as number) : '';

/** Joiners inside emoji and in scripts that need them are harmless. */
function isOrdinaryJoiner(before: string, after: string, code: number): boolean {
  if (code === 0x200d && pictograph.test(before) && pictograph.test(after)) return true;
  return joiningScript.test(before) && joiningScript.test(after);
}

/** One may select a form of a sign, an emoji or an ideograph; more have no visible meaning. */
const isOrdinarySelector = (before: string, code: number): boolean =>
  (code <= 0xfe0f ? selectable : ideograph).test(before);

/** The tag letters of the flags of England, Scotland and Wales belong to their black flag. */
function isFlagTag(text: string, index: number): boolean {
  let start = index;
  while (start >= 2 && index - start < 14 && text.charCodeAt(start - 2) === 0xdb40) start -= 2;
  return text.slice(Math.max(0, start - 2), start) === '\u{1f3f4}' && index - start < 14;
}

function isHidden(text: string, index: number, code: number): boolean {
  const before = codePointBefore(text, index);
  if (code === 0x200c || code === 0x200d) return !isOrdinaryJoiner(before, codePointAt(text, index + 1), code);
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef))
    return !isOrdinarySelector(before, code);
  // They choose between the forms of a Mongolian letter.
  if ((code >= 0x180b && code <= 0x180d) || code === 0x180f) return !mongolianLetter.test(before);
  if (code >= 0xe0000 && code <= 0xe007f) return !isFlagTag(text, index);
  return true;
}

const isHiddenKind = new RegExp(`[${hidden}]`, 'u');
const isAttachedKind = new RegExp(`[${attached}\\u200d\\u{e0020}-\\u{e007f}]`, 'u');
const isNumberSign = new RegExp(`[${numberSigns}]`, 'u');
const isStacker = new RegExp(`[${stackers}]`, 'u');

type JamoKind = 'leading' | 'vowel' | 'trailing' | '';
function jamoKind(character: string): JamoKind {
  const code = character.codePointAt(0) ?? 0;
  if ((code >= 0x1100 && code <= 0x115f) || (code >= 0xa960 && code <= 0xa97c)) return 'leading';
  if ((code >= 0x1160 && code <= 0x11a7) || (code >= 0xd7b0 && code <= 0xd7c6)) return 'vowel';
  return (code >= 0x11a8 && code <= 0x11ff) || (code >= 0xd7cb && code <= 0xd7fb) ? 'trailing' : '';
}

/** Korean letters that form one syllable. */
function isOneSyllable(before: JamoKind, after: JamoKind): boolean {
  if (before === 'leading') return after === 'leading' || after === 'vowel';
  return before !== '' && (after === 'trailing' || (before === 'vowel' && after === 'vowel'));
}

/** Counts what is attached to a character, from one of them to the next. */
class Cluster {
  private end = 0; // behind what was looked at last
  private count = 0;

  /** Would one more be too many? */
  isFull(text: string, index: number, character: string): boolean {
    const before = codePointBefore(text, index);
    const isAttached =
      isAttachedKind.test(character) ||
      isOneSyllable(jamoKind(before), jamoKind(character)) ||
      (isNumberSign.test(before) && isNumberSign.test(character));
    if (!isAttached) this.count = 0;
    else this.count = this.goesOnTo(text, index) ? this.count + 1 : 1;
    this.end = index + character.length;
    return isAttached && this.count > mostAttached;
  }

  /** The next emoji is joined to the previous one, or the next letter stacked. */
  private goesOnTo(text: string, index: number): boolean {
    if (index === this.end) return true;
    if (index - this.end > 2) return false;
    const before = codePointBefore(text, this.end);
    const between = text.slice(this.end, index);
    return before === '\u200d'
      ? /^\p{Extended_Pictographic}$/u.test(between)
      : isStacker.test(before) && /^\p{L}$/u.test(between);
  }
}

export function shortName(character: string): string {
  const code = character.codePointAt(0) as number;
  if (code >= 0xfe00 && code <= 0xfe0f) return `VS${code - 0xfe00 + 1}`;
  if (code >= 0xe0100 && code <= 0xe01ef) return `VS${code - 0xe0100 + 17}`;
  return shortNames[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** What a box with this name represents, a selector for any of them; empty if it is named only by number. */
export function characterNamed(name: string): string {
  if (/^VS\d/.test(name)) return '\ufe0f';
  const found = Object.entries(shortNames).find(([, short]) => short === name);
  return found ? String.fromCodePoint(Number(found[0])) : '';
}

/** `look`: the classes that determine its appearance. */
export interface TextPart {
  text: string;
  hidden: boolean;
  look?: string;
}

/** Splits a text into plain parts and hidden characters (`text` is then the short name). */
export function splitHidden(text: string): TextPart[] {
  const parts: TextPart[] = [];
  const cluster = new Cluster();
  let from = 0;
  for (const match of text.matchAll(examined)) {
    const at = match.index as number;
    const character = match[0];
    const isTooMany = cluster.isFull(text, at, character);
    if (!isTooMany && !(isHiddenKind.test(character) && isHidden(text, at, character.codePointAt(0) as number)))
      continue;
    if (at > from) parts.push({ text: text.slice(from, at), hidden: false });
    parts.push({ text: shortName(character), hidden: true });
    from = at + character.length;
  }
  if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from), hidden: false });
  return parts;
}

// Drawn as nothing but has a width.
const blank = /[ \t\n\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800]/;
const blanks = new RegExp(`(${blank.source}|\r)`);
const blankNames: Record<string, string> = { ' ': 'SP', '\t': 'TAB', '\n': 'LF', '\u00a0': 'NBSP' };

function piecesOf(text: string): TextPart[] {
  const pieces = text.split(blanks).filter((piece) => piece !== '');
  return pieces.map((piece) =>
    piece === '\r' ? { text: shortName(piece), hidden: true } : { text: piece, hidden: false },
  );
}

/**
 * As `splitHidden`, but also shows leading, trailing and repeated blanks, and those that are not plain spaces: two
 * answers may not look the same. The same rules as ui/present/visible_text.cpp's; tests/data/visible_labels.json holds
 * them together.
 */
export function splitLabel(label: string): TextPart[] {
  const all = splitHidden(label).flatMap((part) => (part.hidden ? [part] : piecesOf(part.text)));
  const isBlank = (part: TextPart | undefined): boolean => part !== undefined && !part.hidden && blank.test(part.text);
  let end = all.length;
  while (isBlank(all[end - 1])) end -= 1;
  const parts: TextPart[] = [];
  let isAfterBlank = true;
  all.forEach((part, index) => {
    const isHere = isBlank(part);
    if (isHere && (part.text !== ' ' || isAfterBlank || index >= end))
      parts.push({ text: blankNames[part.text] ?? shortName(part.text), hidden: true });
    else if (!part.hidden && parts.length > 0 && !parts[parts.length - 1].hidden)
      parts[parts.length - 1].text += part.text;
    else parts.push({ ...part });
    isAfterBlank = isHere;
  });
  return parts;
}

/** False for most texts, and quickly: possible ones are examined by `splitHidden`. */
export const hasHidden = (text: string): boolean => suspects.test(text);

/** In a name or an answer that only looks like another, every letter of a foreign alphabet is named too. */
export function splitLookalike(name: string): TextPart[] {
  return splitLabel(name).flatMap((part) =>
    part.hidden
      ? [part]
      : [...part.text].map((letter) => ({
          text: /[\u0020-\u007e]/.test(letter)
            ? letter
            : `U+${(letter.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`,
          hidden: !/[\u0020-\u007e]/.test(letter),
        })),
  );
}
