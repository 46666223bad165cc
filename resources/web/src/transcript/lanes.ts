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

/** The lanes of these rows' speakers and recipients. */
export function activeLanes(rows: Iterable<Row>): Set<number> {
  const active = new Set<number>();
  for (const row of rows) {
    if (row.speaker.lane >= 0) active.add(row.speaker.lane);
    for (const recipient of row.recipients) if (recipient.lane >= 0) active.add(recipient.lane);
  }
  return active;
}

/** Who has a lane where there are too few for all: those in view, and then those who had one, so that lanes stay where they are. */
function holders(active: Set<number>, before: Iterable<number>): Set<number> {
  const kept = [...before];
  const inTurn = [...kept.filter((lane) => active.has(lane)), ...active, ...kept];
  return new Set([...new Set(inTurn)].slice(0, mostLanes));
}

/** Places the lanes in the team's order: one each, closer together from seven on, the silent ones folded from ten on. */
export function layOutLanes(members: Member[], measures: LaneMeasures, mode: RailMode, active: Set<number>, before: Iterable<number> = []): LaneLayout {
  const ordered = [...members].sort((a, b) => a.lane - b.lane);
  if (mode === 'none') return { marks: [], width: 0, xOf: () => undefined };
  const isCrowded = ordered.length > mostLanes;
  let kept = ordered;
  if (mode === 'active' || isCrowded) {
    const held = holders(active, before);
    kept = ordered.filter((member) => held.has(member.lane));
  }
  const hasFold = kept.length < ordered.length && (mode === 'all' || active.size > kept.length);
  const count = kept.length + (hasFold ? 1 : 0);
  const pitch = count > 6 || isCrowded ? Math.min(densePitch, measures.pitch) : measures.pitch;
  const at = (index: number): number => measures.first + pitch * index + 0.5;
  const marks = kept.map((member, index) => ({ lane: member.lane, x: at(index), hue: member.hue, initials: member.initials, folded: false }));
  const places = new Map(marks.map((mark) => [mark.lane, mark.x]));
  if (hasFold) {
    const x = at(kept.length);
    marks.push({ lane: -1, x, hue: -1, initials: '…', folded: true });
    for (const member of ordered) if (!places.has(member.lane)) places.set(member.lane, x);
  }
  const widthOf = (lanes: number): number => (lanes > 0 ? at(lanes - 1) + measures.pitch - 0.5 : 0);
  // Where lanes come and go, the text beside them stays where it is.
  const width = mode === 'all' ? Math.max(measures.width, widthOf(isCrowded ? mostLanes + 1 : count)) : widthOf(count);
  return { marks, width, xOf: (lane) => places.get(lane) };
}

/** The lanes of the rows around the view, changed as little as may be when these change. */
export class Lanes {
  private held: number[] = [];
  private rows: Row[] = [];

  layOut(members: Member[], measures: LaneMeasures, mode: RailMode, rows: Row[]): LaneLayout {
    const needsActive = mode === 'active' || members.length > mostLanes;
    const active = needsActive ? activeLanes(rows) : new Set<number>();
    // A narrow rail has nobody who is not in view; after a jump it begins anew.
    const goesOn = mode !== 'active' || rows.some((row) => this.rows.includes(row));
    const layout = layOutLanes(members, measures, mode, active, goesOn ? this.held : []);
    this.held = layout.marks.filter((mark) => !mark.folded).map((mark) => mark.lane);
    this.rows = needsActive ? rows : [];
    return layout;
  }
}

/** Which rail fits: under 820 px of window (at 100 % text) only who is in view, under 740 none. */
export function railModeFor(windowWidth: number): RailMode {
  if (windowWidth < 740) return 'none';
  return windowWidth < 820 ? 'active' : 'all';
}
