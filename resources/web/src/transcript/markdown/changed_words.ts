/** Where something is in a line. */
export type Span = readonly [from: number, to: number];

export interface ChangedWords {
  removed: Span[];
  added: Span[];
}

interface Token {
  text: string;
  at: number;
  isChanged: boolean;
}

const longestLine = 20_000;

/** What the comparing of all pairs of lines of a difference may cost: pairs of words. */
export class WordRoom {
  pairs = 300_000;
}

const ideograph = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]';
// A word, one sign of a writing without spaces, blanks, or another sign with all that belongs to it.
const part = new RegExp(
  `${ideograph}|(?:(?!${ideograph})[\\p{L}\\p{N}\\p{M}_])+|\\s+|[^](?:[\\p{M}\\u{1f3fb}-\\u{1f3ff}]|\\u200d[^])*`,
  'gu',
);

const tokensOf = (line: string): Token[] =>
  [...line.matchAll(part)].map(({ 0: text, index }) => ({ text, at: index as number, isChanged: false }));

const isBlank = ({ text }: Token): boolean => text.trim() === '';

/** The tokens that both have in the same order are as they were, as many as there can be. */
function compare(a: Token[], b: Token[], room: WordRoom): void {
  for (const token of [...a, ...b]) token.isChanged = true;
  if (a.length * b.length > room.pairs) return;
  room.pairs -= a.length * b.length;
  const width = b.length + 1;
  const most = new Uint16Array((a.length + 1) * width); // that are common from there on
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let k = b.length - 1; k >= 0; k -= 1)
      most[i * width + k] =
        a[i].text === b[k].text
          ? most[(i + 1) * width + k + 1] + 1
          : Math.max(most[(i + 1) * width + k], most[i * width + k + 1]);
  for (let i = 0, k = 0; i < a.length && k < b.length;) {
    if (a[i].text === b[k].text) {
      a[i].isChanged = b[k].isChanged = false;
      i += 1;
      k += 1;
    } else if (most[(i + 1) * width + k] >= most[i * width + k + 1]) i += 1;
    else k += 1;
  }
}

/** Neighbours are one; blanks between words that are others, too. */
function spansOf(tokens: Token[]): Span[] {
  const spans: [number, number][] = [];
  tokens.forEach((token, index) => {
    const isBetween = isBlank(token) && tokens[index - 1]?.isChanged && tokens[index + 1]?.isChanged;
    if (!token.isChanged && !isBetween) return;
    const end = token.at + token.text.length;
    const last = spans[spans.length - 1];
    if (last?.[1] === token.at) last[1] = end;
    else spans.push([token.at, end]);
  });
  return spans;
}

const signsIn = (tokens: Token[]): number =>
  tokens.reduce((sum, token) => (isBlank(token) ? sum : sum + token.text.length), 0);

/** The words that differ in a line and the one that came for it; nothing where the two have too little in common. */
export function changedWords(before: string, after: string, room: WordRoom): ChangedWords | undefined {
  if (Math.max(before.length, after.length) > longestLine) return undefined;
  const a = tokensOf(before);
  const b = tokensOf(after);
  let start = 0;
  while (start < a.length && start < b.length && a[start].text === b[start].text) start += 1;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a[a.length - 1 - end].text === b[b.length - 1 - end].text) end += 1;
  compare(a.slice(start, a.length - end), b.slice(start, b.length - end), room);
  const common = signsIn(a.filter((token) => !token.isChanged));
  if (common < Math.min(signsIn(a), signsIn(b)) * 0.4) return undefined;
  return { removed: spansOf(a), added: spansOf(b) };
}
