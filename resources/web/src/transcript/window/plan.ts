import { limits } from '../page_calls';

// Which rows are in the page and which are requested: arithmetic over ordinals and pixels, without the DOM.

export interface Range {
  first: number;
  last: number;
} // both included; empty when last < first

export const mountLimit = 147; // three more may stay: one parked under a running wheel, two with the ends of what is selected
const fewestRows = 60; // however many replies run
/** Running replies in the page; one more element says how many others there are. */
export const mostReplies = mountLimit - fewestRows - 1;
export const requestSize = limits.rowsPerRequest;
const lookAhead = 45;

export const emptyRange: Range = { first: 0, last: -1 };
export const countOf = (range: Range): number => Math.max(0, range.last - range.first + 1);

export interface View {
  mounted: Range;
  total: number;
  above: number; // pixels of mounted rows above the visible part
  below: number;
  viewport: number;
  behind: number; // running replies behind the last row: they are in the page as well
}

const limitFor = (view: View): number => Math.max(fewestRows, mountLimit - view.behind);

export interface MountPlan {
  above: boolean;
  below: boolean;
}

const marginFor = (viewport: number): number => Math.max(1600, viewport * 2);

/** On which sides more rows are wanted. */
export function planMounts(view: View): MountPlan {
  const margin = marginFor(view.viewport);
  return {
    above: view.mounted.first > 0 && view.above < margin,
    below: view.mounted.last < view.total - 1 && view.below < margin,
  };
}

export interface EvictPlan {
  above: number;
  below: number;
}

/** How many rows to remove, and on which side: the one with more pixels out of sight. */
export function planEviction(view: View): EvictPlan {
  const surplus = countOf(view.mounted) - limitFor(view);
  if (surplus <= 0) return { above: 0, below: 0 };
  return view.above >= view.below ? { above: surplus, below: 0 } : { above: 0, below: surplus };
}

/** May one more row be mounted on this side? Not if the limit would only push out what the other side needs. */
export function mayMount(view: View, side: 'above' | 'below'): boolean {
  if (countOf(view.mounted) < limitFor(view)) return true;
  const margin = marginFor(view.viewport);
  return side === 'above' ? view.below > Math.max(view.above, margin) : view.above > Math.max(view.below, margin);
}

/** The next block of rows to request, so that mounting rarely waits; undefined if enough is known or on its way. */
export function planRequest(
  mounted: Range,
  known: Range,
  total: number,
  pending: Range[],
  failed: Range[] = [],
): Range | undefined {
  if (countOf(known) === 0 || pending.length > 1) return undefined;
  const isPending = (ordinal: number): boolean =>
    [...pending, ...failed].some((range) => ordinal >= range.first && ordinal <= range.last);
  if (known.last < total - 1 && known.last - mounted.last < lookAhead && !isPending(known.last + 1)) {
    return { first: known.last + 1, last: Math.min(total - 1, known.last + requestSize) };
  }
  if (known.first > 0 && mounted.first - known.first < lookAhead && !isPending(known.first - 1)) {
    return { first: Math.max(0, known.first - requestSize), last: known.first - 1 };
  }
  return undefined;
}

/** The block to request when the view jumps to an ordinal. */
export function jumpRange(ordinal: number, align: 'start' | 'center' | 'end', total: number): Range {
  const before = align === 'end' ? requestSize - 6 : align === 'center' ? requestSize / 2 : 6;
  const first = Math.max(0, Math.min(ordinal - before, total - requestSize));
  return { first, last: Math.min(total - 1, first + requestSize - 1) };
}

/** Rows kept as values beyond the mounted ones; those farther away are forgotten. */
export function keptRange(mounted: Range): Range {
  return { first: Math.max(0, mounted.first - 2 * requestSize), last: mounted.last + 2 * requestSize };
}
