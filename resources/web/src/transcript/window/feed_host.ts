import type { Row } from '../contract';
import type { Surroundings } from '../render/grouping';

/** A row in the page. */
export interface RowView {
  readonly ordinal: number;
  readonly row: Row;
  readonly surroundings: Surroundings;
  readonly looks: string;
  readonly element: HTMLElement;
  /** It is out of the window for good: what comes back is another view. Nobody may keep its element alive. */
  leave(): void;
}

export interface FeedHost {
  makeRow(row: Row, surroundings: Surroundings): RowView;
  /** Sets of the row that was made last, and stands in the page by now, what else would be set later: until that is there, though not for long. Says whether all is set. */
  drawMore(isThere: () => boolean): boolean;
  /** What the row shows that is the team's and not its own. */
  looksOf(row: Row): string;
  requestRows(request: number, first: number, count: number): void;
  visiblePartPlaced(): void;
  mountedChanged(): void;
  viewMoved(): void;
  /** The row with the focus has left the page. */
  focusLeft(ordinal: number): void;
}
