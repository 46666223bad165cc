import type { Row } from '../contract';
import { surroundingsOf, type Surroundings } from '../render/grouping';
import type { Range } from './plan';

/** The rows that are here as values: those in the page, and those around them. */
export class KnownRows {
  private readonly rows = new Map<number, Row>();

  get size(): number {
    return this.rows.size;
  }

  get all(): Row[] {
    return [...this.rows.values()];
  }

  has(ordinal: number): boolean {
    return this.rows.has(ordinal);
  }

  get(ordinal: number): Row | undefined {
    return this.rows.get(ordinal);
  }

  put(...rows: Row[]): void {
    for (const row of rows) this.rows.set(row.ordinal, row);
  }

  clear(): void {
    this.rows.clear();
  }

  /** What lies outside is forgotten. */
  keepOnly({ first, last }: Range): void {
    for (const ordinal of this.rows.keys()) if (ordinal < first || ordinal > last) this.rows.delete(ordinal);
  }

  around(row: Row): Surroundings {
    return surroundingsOf(row, this.get(row.ordinal - 1), this.get(row.ordinal + 1));
  }

  /** How the first and last row look depends on their neighbours. */
  withEdges({ first, last }: Range): Range {
    return { first: this.has(first - 1) ? first - 1 : first, last: this.has(last + 1) ? last + 1 : last };
  }

  /** As far as they are known without a gap. */
  reachFrom({ first, last }: Range): Range {
    while (this.has(first - 1)) first -= 1;
    while (this.has(last + 1)) last += 1;
    return { first, last };
  }
}
