import type { Member, Row } from './contract';

export type RailMode = 'all' | 'active' | 'none';

export interface LaneMark { lane: number; x: number; hue: number; initials: string; folded: boolean }

export interface LaneLayout {
  marks: LaneMark[];
  width: number;
  /** The middle of a member's lane, in unscaled pixels. A folded member shares the last, grey lane. */
  xOf(lane: number): number | undefined;
}

export interface LaneMeasures { first: number; pitch: number; width: number }

const mostLanes = 9;
const densePitch = 11;

/** The lanes of the mounted rows' speakers and recipients. */
export function activeLanes(rows: Iterable<Row>): Set<number> {
  const active = new Set<number>();
  for (const row of rows) {
    if (row.speaker.lane >= 0) active.add(row.speaker.lane);
    for (const recipient of row.recipients) if (recipient.lane >= 0) active.add(recipient.lane);
  }
  return active;
}

/** Places the lanes in the team's order: one each, closer together from seven on, the silent ones folded from ten on. */
export function layOutLanes(members: Member[], measures: LaneMeasures, mode: RailMode, active: Set<number>): LaneLayout {
  const ordered = [...members].sort((a, b) => a.lane - b.lane);
  if (mode === 'none') return { marks: [], width: 0, xOf: () => undefined };
  let shown = ordered;
  if (mode === 'active' || ordered.length > mostLanes) shown = ordered.filter((member) => active.has(member.lane));
  const kept = shown.slice(0, mostLanes);
  const hasFold = kept.length < ordered.length && (mode === 'all' || shown.length > kept.length);
  const count = kept.length + (hasFold ? 1 : 0);
  const pitch = count > 6 ? Math.min(densePitch, measures.pitch) : measures.pitch;
  const at = (index: number): number => measures.first + pitch * index + 0.5;
  const marks = kept.map((member, index) => ({ lane: member.lane, x: at(index), hue: member.hue, initials: member.initials, folded: false }));
  const places = new Map(marks.map((mark) => [mark.lane, mark.x]));
  if (hasFold) {
    const x = at(kept.length);
    marks.push({ lane: -1, x, hue: -1, initials: '…', folded: true });
    for (const member of ordered) if (!places.has(member.lane)) places.set(member.lane, x);
  }
  const needed = count > 0 ? at(count - 1) + measures.pitch - 0.5 : 0;
  return { marks, width: mode === 'all' ? Math.max(measures.width, needed) : needed, xOf: (lane) => places.get(lane) };
}

/** Which rail fits: under 820 px of window only who is in view, under 740 none. */
export function railModeFor(windowWidth: number): RailMode {
  if (windowWidth < 740) return 'none';
  return windowWidth < 820 ? 'active' : 'all';
}
