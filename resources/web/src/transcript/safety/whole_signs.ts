// Long texts are cut into parts, and what readers see as one sign stays one.

/** Drawn together with what precedes it. */
const attached = /^[\p{M}\p{Emoji_Modifier}\u200d\u{e0020}-\u{e007f}]/u;
const joiner = '\u200d';
/** A chain of joined signs may have no end. */
const longestSign = 64;

const isHalf = (text: string, at: number): boolean => /[\ud800-\udbff]/.test(text.charAt(at - 1));

function isWithin(text: string, at: number): boolean {
  if (isHalf(text, at) || text.charAt(at - 1) === joiner) return true;
  return attached.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

/** The first position from `end` on where a text can be cut without splitting a sign, unless that is too far. */
export function wholeUntil(text: string, end: number): number {
  const most = Math.min(text.length, end + longestSign);
  let at = Math.min(text.length, end);
  while (at < most && isWithin(text, at)) at += 1;
  return at < text.length && isHalf(text, at) ? at + 1 : at;
}
