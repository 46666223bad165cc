import { el } from './dom';
import { visibleText } from './safety/visible_text';

const partLength = 4_000;

/** Plain text that grows at its end, in blocks of some length: full ones are neither set nor laid out again. */
export class GrowingText {
  private from = 0; // where the last block begins
  private last: HTMLElement | undefined;
  private whole = '';

  constructor(
    readonly box: HTMLElement,
    private readonly caret: HTMLElement,
  ) {}

  /** All of it as it was written. */
  get text(): string {
    return this.whole;
  }

  /** All of the text; it begins with what was shown before, except for a few characters at its end. */
  show(text: string): void {
    if (text.length < this.from) this.clear();
    this.whole = text;
    while (text.length - this.from > partLength) {
      const end = this.endOfPart(text);
      this.set(text.slice(this.from, end));
      this.from = end;
      this.last = undefined;
    }
    this.set(text.slice(this.from), this.caret);
  }

  /** After a line, if one ends before the block is full. */
  private endOfPart(text: string): number {
    const line = text.lastIndexOf('\n', this.from + partLength - 1) + 1;
    if (line > this.from) return line;
    const isHalf = /[\ud800-\udbff]/.test(text.charAt(this.from + partLength - 1));
    return this.from + partLength + (isHalf ? 1 : 0);
  }

  private set(text: string, ...after: Node[]): void {
    if (!this.last) {
      this.last = el('span', 'part');
      this.box.append(this.last);
    }
    this.last.replaceChildren(...visibleText(text), ...after);
  }

  private clear(): void {
    this.box.replaceChildren();
    this.from = 0;
    this.last = undefined;
  }
}
