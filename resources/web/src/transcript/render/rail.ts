import type { Row } from '../contract';
import type { LaneLayout } from '../lanes';
import { hueOf, lineColour } from './colours';

export interface RailArrow {
  from: number | undefined;
  to: number[];
  /** Of these, who is told without being named. */
  rings: number[];
  /** Somebody who is told shares the speaker's lane: both are folded. */
  loops: boolean;
  person: boolean;
  hollow: boolean;
  dashed: boolean;
  lost: boolean;
  /** It waits: nothing leaves the speaker's lane. */
  stopped: boolean;
  colour: string;
  dotColour: string;
  background: string;
  end: number;
}

const middle = 12;

function isWorkOnly(row: Row): boolean {
  return (
    row.blocks.length > 0 && row.blocks.every((block) => block.type === 'tool_use' || block.type === 'tool_result')
  );
}

/** What the rail says about one message: who speaks, to whom, and in which way. */
export function arrowOf(row: Row, layout: LaneLayout, isSelected: boolean): RailArrow {
  const { speaker } = row;
  const dotColour = speaker.lookalike ? 'var(--status-failed)' : lineColour(hueOf(speaker));
  const everyone = row.recipients.some((recipient) => recipient.kind === 'everyone');
  const lanes = layout.marks.map((mark) => mark.x);
  const end = lanes.length ? Math.max(...lanes) : 0;
  const from =
    layout.xOf(speaker.lane) ?? (!speaker.program && (speaker.lookalike || speaker.lane < 0) ? end : undefined);
  const others = row.recipients
    .filter((recipient) => recipient.lane !== speaker.lane)
    .map((recipient) => layout.xOf(recipient.lane));
  const named = others.filter((x): x is number => x !== undefined && x !== from);
  const loops = from !== undefined && others.includes(from);
  const stopped = Boolean(row.hold?.kept);
  const reached = everyone ? lanes.filter((x) => x !== from) : [...new Set(named)];
  const to = stopped ? [] : reached;
  const rings = everyone ? to.filter((x) => !named.includes(x)) : [];
  const background = row.private ? 'var(--private-bg)' : isSelected ? 'var(--bg-message-selected)' : 'var(--bg-canvas)';
  let colour = dotColour;
  if (stopped) colour = 'var(--hold-text)';
  else if (row.private) colour = 'var(--private-edge)';
  else if (row.kind === 'question') colour = 'var(--ask-edge)';
  const hollow = Boolean(speaker.lookalike) || (reached.length === 0 && !loops && !row.undelivered && isWorkOnly(row));
  return {
    from,
    to,
    rings,
    loops: loops && !stopped,
    person: speaker.person,
    hollow,
    dashed: Boolean(row.private),
    lost: Boolean(row.undelivered),
    stopped,
    colour,
    dotColour: stopped ? colour : dotColour,
    background,
    end,
  };
}

function lostMark(arrow: RailArrow): string {
  const x = arrow.end + 6.5;
  return (
    `<path d="M${arrow.from} ${middle}H${x - 4}" stroke="var(--status-failed)" stroke-width="1.5" stroke-dasharray="2 2.5" fill="none"/>` +
    `<path d="M${x - 3} ${middle - 3}l6 6m0-6l-6 6" stroke="var(--status-failed)" stroke-width="1.6" stroke-linecap="round" fill="none"/>`
  );
}

function stopBar(arrow: RailArrow, x: number): string {
  return `<path d="M${x} ${middle}h9m0 -6v12" stroke="${arrow.colour}" stroke-width="1.75" fill="none"/>`;
}

const dashes = (arrow: RailArrow): string => (arrow.dashed ? ' stroke-dasharray="3 2.5"' : '');

/** Out of the speaker's lane and back to it, as in a sequence diagram. */
function loop(arrow: RailArrow, x: number): string {
  return (
    `<path d="M${x} ${middle}h8a4 4 0 0 1 0 8h-2" stroke="${arrow.colour}" stroke-width="1.75" fill="none"${dashes(arrow)}/>` +
    `<path d="M${x} ${middle + 8}l7 -3.5v7z" fill="${arrow.colour}"/>`
  );
}

function heads(arrow: RailArrow, from: number): string {
  return arrow.to
    .map((x) => {
      if (arrow.rings.includes(x))
        return `<circle cx="${x}" cy="${middle}" r="2.75" fill="${arrow.background}" stroke="${arrow.colour}" stroke-width="1.5"/>`;
      const back = x > from ? -1 : 1;
      return `<path d="M${x} ${middle}l${back * 7} -4v8z" fill="${arrow.colour}" stroke="${arrow.background}" stroke-width="1.25" paint-order="stroke"/>`;
    })
    .join('');
}

function dot(arrow: RailArrow, x: number): string {
  const fill = arrow.hollow ? arrow.background : arrow.dotColour;
  if (arrow.person)
    return `<circle cx="${x}" cy="${middle}" r="4.5" fill="${fill}" stroke="${arrow.dotColour}" stroke-width="1.5"/>`;
  const edge = arrow.hollow ? ` stroke="${arrow.dotColour}" stroke-width="1.5"` : '';
  return `<rect x="${x - 4}" y="${middle - 4}" width="8" height="8" rx="2.25" fill="${fill}"${edge}/>`;
}

/** The drawing as svg markup: numbers and our own colour names only. Empty if the speaker has no lane. */
export function railMarkup(arrow: RailArrow, width: number): string {
  if (arrow.from === undefined || width <= 0) return '';
  let shapes = arrow.lost ? lostMark(arrow) : '';
  if (arrow.to.length > 0) {
    const low = Math.min(arrow.from, ...arrow.to);
    const high = Math.max(arrow.from, ...arrow.to);
    shapes += `<path d="M${low} ${middle}H${high}" stroke="${arrow.colour}" stroke-width="1.75" fill="none"${dashes(arrow)}/>${heads(arrow, arrow.from)}`;
  }
  if (arrow.stopped) shapes += stopBar(arrow, arrow.from);
  if (arrow.loops) shapes += loop(arrow, arrow.from);
  return `<svg viewBox="0 0 ${width} 24" aria-hidden="true">${shapes}${dot(arrow, arrow.from)}</svg>`;
}
