import { columnCap } from '../safety/caps';

const delimiter = /^ {0,3}[|:-](?=[|:\s-])[|:\s-]*$/;
const endsTable = /^(?: {0,3}(?:[#>]|`{3}|~{3}|[-*+]\s|\d{1,9}[.)]\s)| {4}|\t|\s*$)/;

/** The number of cells in a row; an escaped bar does not separate cells. */
function cellsOf(line: string): number {
  const cells = line.trim().replace(/\\\|/g, '').split('|');
  const isEmpty = (cell: string | undefined): boolean => cell !== undefined && cell.trim() === '';
  return cells.length - Number(isEmpty(cells[0])) - Number(cells.length > 1 && isEmpty(cells[cells.length - 1]));
}

function columnsOf(line: string): number {
  if (!delimiter.test(line) || /^ {0,3}-\s/.test(line)) return 0;
  const marks = line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|');
  return marks.every((mark) => /^\s*:?-+:?\s*$/.test(mark)) ? marks.length : 0;
}

/** Follows tables line by line, so that one can continue in another piece. What it does not recognise becomes text. */
export class TableState {
  private before = ''; // the line
  private alignment = ''; // the line below the head of the table that goes on
  private columns = 0;
  private rows = 0; // behind its head

  /** `isText`: it is not in a fence. */
  take(line: string, isText: boolean): void {
    if (!isText || endsTable.test(line)) this.end();
    else if (this.columns > 0) this.rows += 1;
    else this.begin(line);
    this.before = isText ? line : '';
  }

  end(): void {
    this.columns = 0;
    this.rows = 0;
    this.before = '';
  }

  /** Lines that let it continue, with an empty head, and the number of cells after its head so far. */
  get continuation(): { lines: [string, string]; cells: number } | undefined {
    if (this.columns === 0 || this.columns > columnCap) return undefined;
    return { lines: [`|${' |'.repeat(this.columns)}`, this.alignment], cells: this.rows * this.columns };
  }

  private begin(line: string): void {
    const columns = columnsOf(line);
    if (columns === 0 || !this.before.includes('|') || endsTable.test(this.before) || cellsOf(this.before) !== columns)
      return;
    this.columns = columns;
    this.alignment = line;
  }
}
