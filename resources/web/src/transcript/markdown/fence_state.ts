import { lineCap } from '../safety/caps';

const fenceMark = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const entryMark = /^( {0,3}(?:[-*+]|\d{1,9}[.)]))(?:( +)(?=\S)|\s*$)/;
const blockMark = /^\s*(?:[#>]|`{3}|~{3}|[-*+]\s|\d{1,9}[.)]\s)/;

/** The same with spaces instead of its leading tabs, and of those after item marks. */
function expanded(line: string): string {
  const start = /^(?:[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*[ \t]*/.exec(line)?.[0] ?? '';
  if (!start.includes('\t')) return line;
  const signs: string[] = [];
  let columns = 0;
  for (const sign of start) {
    const width = sign === '\t' ? 4 - (columns % 4) : 1;
    signs.push(sign === '\t' ? ' '.repeat(width) : sign);
    columns += width;
  }
  return signs.join('') + line.slice(start.length);
}

const indentOf = (text: string): number => /^ */.exec(text)?.[0].length ?? 0;

/** What a line means for the code fences around it. */
export type FenceLine = 'opens' | 'within' | 'closes' | 'text';

/**
 * Follows code fences line by line, and the list items that contain them: a line that leaves the item closes its fence.
 * `isAlone`: nothing is known of items but what the fence's own line says, so that a text may be read from any block
 * on.
 */
export class FenceState {
  /** What follows the opening mark. */
  info = '';
  private mark = '';
  private indent = 0; // of the entry that the fence stands in
  private codeIndent = 0; // of the fence itself
  private entries: number[] = []; // where the text of each list's entry begins, one within the other
  private isInParagraph = false;

  constructor(private readonly isAlone = false) {}

  get isOpen(): boolean {
    return this.mark !== '';
  }

  take(line: string): FenceLine {
    if (line.trim() === '') {
      this.isInParagraph = false;
      return this.mark ? 'within' : 'text';
    }
    const text = expanded(line);
    if (this.mark && indentOf(text) >= this.indent) return this.takeWithin(text.slice(this.indent));
    this.mark = '';
    return this.takeText(text);
  }

  /** A line of code without the common indentation. */
  codeOf(line: string): string {
    const text = expanded(line);
    return text.slice(Math.min(indentOf(text), this.codeIndent));
  }

  private takeWithin(text: string): FenceLine {
    const match = fenceMark.exec(text);
    if (!match || match[1][0] !== this.mark[0] || match[1].length < this.mark.length || match[2].trim() !== '')
      return 'within';
    this.mark = '';
    this.isInParagraph = false;
    return 'closes';
  }

  private takeText(text: string): FenceLine {
    if (this.isAlone) this.entries = [];
    // The lines of a paragraph belong to its item, however little they are indented.
    if (!this.isInParagraph || blockMark.test(text))
      while (this.entries.length && indentOf(text) < this.top) this.entries.pop();
    this.isInParagraph = true;
    if (indentOf(text) < this.top) return 'text';
    const rest = this.behindEntryMarks(text);
    const match = fenceMark.exec(rest);
    if (!match || text.length > lineCap || (match[1][0] === '`' && match[2].includes('`'))) return 'text';
    this.mark = match[1];
    this.info = match[2].trim();
    this.indent = this.top;
    this.codeIndent = this.top + indentOf(rest);
    return 'opens';
  }

  private behindEntryMarks(text: string): string {
    let rest = text.slice(this.top);
    for (let match = entryMark.exec(rest); match; match = entryMark.exec(rest)) {
      const blanks = match[2]?.length ?? 1;
      const width = match[1].length + (blanks > 4 ? 1 : blanks);
      this.entries.push(this.top + width);
      rest = rest.slice(width);
    }
    return rest;
  }

  private get top(): number {
    return this.entries[this.entries.length - 1] ?? 0;
  }
}
