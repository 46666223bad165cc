import type { Row } from '../contract';
import type { Surroundings } from '../render/grouping';

/** A row in the page. */
export interface RowView {
  readonly ordinal: number;
  readonly row: Row;
  readonly surroundings: Surroundings;
  readonly looks: string;
  readonly element: HTMLElement;
  /** It has left the window for good: what comes back is another view. Nobody may keep its element alive. */
  leave(): void;
}

export interface FeedHost {
  makeRow(row: Row, surroundings: Surroundings): RowView;
  /** Renders now what would be rendered later of the newest row in the page: until the result is there, but not for long. Returns whether everything is done. */
  drawMore(isThere: () => boolean): boolean;
  /** What the row shows of the team, not of itself. */
  looksOf(row: Row): string;
  requestRows(request: number, first: number, count: number): void;
  visiblePartPlaced(): void;
  mountedChanged(): void;
  viewMoved(): void;
  /** The row with the focus has left the page. */
  focusLeft(ordinal: number): void;
}
