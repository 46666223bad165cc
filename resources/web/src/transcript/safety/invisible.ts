// Characters that cannot be seen or that change the direction of others are shown by their short names.

const shortNames: Record<number, string> = {
  0x00ad: 'SHY', 0x034f: 'CGJ', 0x061c: 'ALM', 0x115f: 'HCF', 0x1160: 'HJF', 0x17b4: 'KIV', 0x17b5: 'KIV', 0x180e: 'MVS',
  0x200b: 'ZWSP', 0x200c: 'ZWNJ', 0x200d: 'ZWJ', 0x200e: 'LRM', 0x200f: 'RLM', 0x2028: 'LSEP', 0x2029: 'PSEP',
  0x202a: 'LRE', 0x202b: 'RLE', 0x202c: 'PDF', 0x202d: 'LRO', 0x202e: 'RLO',
  0x2060: 'WJ', 0x2061: 'FA', 0x2062: 'IT', 0x2063: 'IS', 0x2064: 'IP', 0x2066: 'LRI', 0x2067: 'RLI', 0x2068: 'FSI', 0x2069: 'PDI',
  0x206a: 'ISS', 0x206b: 'ASS', 0x206c: 'IAFS', 0x206d: 'AAFS', 0x206e: 'NADS', 0x206f: 'NODS',
  0x3164: 'HF', 0xfeff: 'BOM', 0xffa0: 'HHF', 0xfff9: 'IAA', 0xfffa: 'IAS', 0xfffb: 'IAT',
};

const suspects = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udc7f]/g;

const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u20e3/u;
const joiningScript = /\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Tamil}|\p{Script=Telugu}|\p{Script=Kannada}|\p{Script=Malayalam}|\p{Script=Gujarati}|\p{Script=Sinhala}|\p{Script=Mongolian}/u;

const codePointBefore = (text: string, index: number): string => {
  if (index === 0) return '';
  const low = text.charCodeAt(index - 1);
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(Math.max(0, index - 2), index) : text[index - 1];
};
const codePointAt = (text: string, index: number): string => (index < text.length ? String.fromCodePoint(text.codePointAt(index) as number) : '');

/** Joiners inside emoji and in scripts that are written with them are no trick. */
function isOrdinaryJoiner(text: string, index: number, code: number): boolean {
  if (code !== 0x200c && code !== 0x200d) return false;
  const before = codePointBefore(text, index);
  const after = codePointAt(text, index + 1);
  if (code === 0x200d && pictograph.test(before) && pictograph.test(after)) return true;
  return joiningScript.test(before) && joiningScript.test(after);
}

/** The tag letters of the flags of England, Scotland and Wales belong to their black flag. */
function isFlagTag(text: string, index: number): boolean {
  let start = index;
  while (start >= 2 && text.charCodeAt(start - 2) === 0xdb40) start -= 2;
  return text.slice(Math.max(0, start - 2), start) === '\u{1f3f4}' && index - start < 14;
}

export function shortName(character: string): string {
  const code = character.codePointAt(0) as number;
  return shortNames[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

export interface TextPart { text: string; hidden: boolean }

/** Cuts a text into plain parts and hidden characters (`text` is then the short name). */
export function splitHidden(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(suspects)) {
    const at = match.index as number;
    const character = match[0];
    const code = character.codePointAt(0) as number;
    if (isOrdinaryJoiner(text, at, code) || (code >= 0xe0000 && isFlagTag(text, at))) continue;
    if (at > from) parts.push({ text: text.slice(from, at), hidden: false });
    parts.push({ text: shortName(character), hidden: true });
    from = at + character.length;
  }
  if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from), hidden: false });
  return parts;
}

/** As `splitHidden`, with blanks at either end shown too: two answers may not look the same. */
export function splitLabel(label: string): TextPart[] {
  const [, before, middle, after] = /^(\s*)([\s\S]*?)(\s*)$/.exec(label) as RegExpExecArray;
  const blanks = (text: string): TextPart[] => [...text].map(() => ({ text: 'SP', hidden: true }));
  return [...blanks(before), ...(middle ? splitHidden(middle) : []), ...blanks(after)];
}

export const hasHidden = (text: string): boolean => text.search(suspects) >= 0;

/** In a name that only looks like another, every letter of a foreign alphabet is named too. */
export function splitLookalike(name: string): TextPart[] {
  return splitHidden(name).flatMap((part) => (part.hidden ? [part] : [...part.text].map((letter) => ({
    text: /[\u0020-\u007e]/.test(letter) ? letter : `U+${(letter.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`,
    hidden: !/[\u0020-\u007e]/.test(letter),
  }))));
}
