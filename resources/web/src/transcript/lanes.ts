import type { Member, RailMode, Row } from './contract';

export interface LaneMark {
  lane: number;
  x: number;
  hue: number;
  initials: string;
  folded: boolean;
}

export interface LaneLayout {
  marks: LaneMark[];
  width: number;
  /** The middle of a member's lane, in unscaled pixels. A folded member shares the last, grey lane. */
  xOf(lane: number): number | undefined;
}

export interface LaneMeasures {
  first: number;
  pitch: number;
  width: number;
}

const person = 0;
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

/**
 * Whose lane goes to a member coming into sight: the choice that moves the fewest needed lanes, and of these the one
 * not seen longest.
 */
function leaverFor(newcomer: number, held: number[], needed: Set<number>): number {
  const betweenThem = (lane: number): number =>
    held.filter((one) => needed.has(one) && (one - lane) * (one - newcomer) < 0).length;
  let best = -1;
  for (const lane of [...held].reverse())
    if (!needed.has(lane) && (best < 0 || betweenThem(lane) < betweenThem(best))) best = lane;
  return best;
}

/**
 * Who has a lane if there are too few for all: the person, those in sight, those who had one `before`, and those
 * around. A lane is kept until somebody in sight needs it. The result begins with those in sight most recently.
 */
export function holdersOf(around: Set<number>, inSight = around, before: number[] = []): number[] {
  const needed = new Set([person, ...inSight]);
  const held = [...before];
  for (const lane of needed) {
    if (held.includes(lane)) continue;
    const leaver = held.length < mostLanes ? -1 : leaverFor(lane, held, needed);
    if (held.length < mostLanes) held.push(lane);
    else if (leaver >= 0) held[held.indexOf(leaver)] = lane;
  }
  for (const lane of around) if (held.length < mostLanes && !held.includes(lane)) held.push(lane);
  return [...held.filter((lane) => needed.has(lane)), ...held.filter((lane) => !needed.has(lane))];
}

/** Assigns lanes in the team's order: one each, closer together from seven on; from ten on those without one are folded. */
export function layOutLanes(
  members: Member[],
  measures: LaneMeasures,
  mode: RailMode,
  active: Set<number>,
  holders = holdersOf(active),
): LaneLayout {
  const ordered = [...members].sort((a, b) => a.lane - b.lane);
  if (mode === 'none') return { marks: [], width: 0, xOf: () => undefined };
  const isCrowded = ordered.length > mostLanes;
  const kept = mode === 'active' || isCrowded ? ordered.filter((member) => holders.includes(member.lane)) : ordered;
  const hasFold = kept.length < ordered.length && (mode === 'all' || new Set([person, ...active]).size > kept.length);
  const count = kept.length + (hasFold ? 1 : 0);
  const pitch = count > 6 || isCrowded ? Math.min(densePitch, measures.pitch) : measures.pitch;
  const at = (index: number): number => measures.first + pitch * index + 0.5;
  const marks = kept.map((member, index) => ({
    lane: member.lane,
    x: at(index),
    hue: member.hue,
    initials: member.initials,
    folded: false,
  }));
  const places = new Map(marks.map((mark) => [mark.lane, mark.x]));
  if (hasFold) {
    const x = at(kept.length);
    marks.push({ lane: -1, x, hue: -1, initials: '…', folded: true });
    for (const member of ordered) if (!places.has(member.lane)) places.set(member.lane, x);
  }
  const widthOf = (lanes: number): number => (lanes > 0 ? at(lanes - 1) + measures.pitch - 0.5 : 0);
  // If lanes come and go, the text beside them stays where it is.
  const width = mode === 'all' ? Math.max(measures.width, widthOf(isCrowded ? mostLanes + 1 : count)) : widthOf(count);
  return { marks, width, xOf: (lane) => places.get(lane) };
}

/** Do the lanes depend on which rows are in sight? */
export const isChoice = (members: Member[], mode: RailMode): boolean =>
  mode === 'active' || (mode === 'all' && members.length > mostLanes);

/** The lanes of the rows around the view, changed as little as possible when these change. */
export class Lanes {
  private held: number[] = [];
  private rows = new Set<Row>();

  /** `rows`: those around the view. `inSight`: those that are visible, and the running replies. */
  layOut(members: Member[], measures: LaneMeasures, mode: RailMode, rows: Row[], inSight: Row[]): LaneLayout {
    const needsChoice = isChoice(members, mode);
    const around = needsChoice ? activeLanes([...rows, ...inSight]) : new Set<number>();
    // A narrow rail has only members in view; after a jump it starts afresh.
    const goesOn = mode !== 'active' || rows.some((row) => this.rows.has(row));
    const known = new Set(members.map((member) => member.lane));
    const before = goesOn ? this.held.filter((lane) => known.has(lane)) : [];
    this.held = needsChoice ? holdersOf(around, activeLanes(inSight), before) : [];
    this.rows = new Set(needsChoice ? rows : []);
    return layOutLanes(members, measures, mode, around, this.held);
  }
}
