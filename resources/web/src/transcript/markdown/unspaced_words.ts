import type { MarkdownIt } from 'markdown-it';

/** Letters and signs between which no spaces are written. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Hangul}\u3001-\u303f\ufe30-\ufe4f\uff01-\uffef]/u;

const before = (text: string, at: number): string => /(?:^|.)$/su.exec(text.slice(Math.max(0, at - 2), at))?.[0] ?? '';
const behind = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0x20);

/**
 * Asterisks next to Chinese, Japanese and Korean text begin or end emphasis even if punctuation is on their other side:
 * CommonMark then requires a space beyond them, which nobody writes there, so `**注意：**下面` would keep its asterisks.
 */
export function unspacedWords(md: MarkdownIt): void {
  md.inline.State = class extends md.inline.State {
    override scanDelims(
      start: number,
      canSplitWord: boolean,
    ): ReturnType<InstanceType<typeof md.inline.State>['scanDelims']> {
      const scanned = super.scanDelims(start, canSplitWord);
      if (!canSplitWord || (scanned.can_open && scanned.can_close)) return scanned;
      const end = start + scanned.length;
      const last = start > 0 ? before(this.src, start) : ' ';
      const next = end < this.posMax ? behind(this.src, end) : ' ';
      if (!unspaced.test(last) && !unspaced.test(next)) return scanned;
      return { ...scanned, can_open: !/\s/.test(next), can_close: !/\s/.test(last) };
    }
  };
}
