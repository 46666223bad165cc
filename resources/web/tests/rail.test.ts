import assert from 'node:assert/strict';
import test from 'node:test';
import type { Member, Row } from '../src/transcript/contract';
import { activeLanes, holdersOf, Lanes, layOutLanes } from '../src/transcript/lanes';
import { arrowOf, railMarkup } from '../src/transcript/render/rail';
import { alice, bob, row, toAll, toBob, toYou, you } from './rows';

const measures = { first: 16, pitch: 15, width: 106 };
const team = (count: number): Member[] =>
  Array.from({ length: count }, (_, lane) => ({
    key: `r${lane}`,
    name: `r${lane}`,
    profile: '',
    initials: 'R',
    lane,
    hue: lane,
    leader: lane === 1,
  }));
const six = layOutLanes(team(6), measures, 'all', new Set());

test('six lanes stand 15 px apart from 16 px on', () => {
  assert.deepEqual(
    six.marks.map((mark) => mark.x),
    [16.5, 31.5, 46.5, 61.5, 76.5, 91.5],
  );
  assert.equal(six.width, 106);
});

test('from seven lanes on they stand 11 px apart', () => {
  const layout = layOutLanes(team(9), measures, 'all', new Set());
  assert.equal((layout.xOf(8) as number) - (layout.xOf(7) as number), 11);
  assert.ok((layout.xOf(8) as number) < layout.width);
});

test('beyond nine the silent share the last lane', () => {
  const layout = layOutLanes(team(30), measures, 'all', new Set([0, 3, 17]));
  assert.deepEqual(
    layout.marks.map((mark) => [mark.lane, mark.folded]),
    [
      [0, false],
      [3, false],
      [17, false],
      [-1, true],
    ],
  );
  assert.equal(layout.xOf(5), layout.marks[3].x);
  const crowded = layOutLanes(team(30), measures, 'all', new Set(Array.from({ length: 20 }, (_, lane) => lane)));
  assert.equal(crowded.marks.length, 10);
  assert.equal(crowded.xOf(15), crowded.xOf(29));
});

const saidBy = (lane: number, ...to: number[]): Row =>
  row({
    speaker: { ...alice, lane },
    recipients: to.map((one) => ({ kind: one === 0 ? 'you' : 'role', name: `r${one}`, lane: one })),
  });

/** What a rail of so many members shows of rows in sight, one after the other; those around are ten more. */
function shownBy(count: number, around: Row[]): (...inSight: Row[]) => number[] {
  const lanes = new Lanes();
  return (...inSight) =>
    lanes.layOut(team(count), measures, 'all', [...around, ...inSight], inSight).marks.map((mark) => mark.lane);
}

test('the person has the first lane, whoever speaks', () => {
  const rows = Array.from({ length: 29 }, (_, index) => saidBy(index + 1, (index + 2) % 30 || 1));
  const shown = shownBy(30, rows);
  for (const one of rows) assert.equal(shown(one)[0], 0);
  assert.equal(shown(...rows)[0], 0);
  assert.equal(layOutLanes(team(30), measures, 'all', activeLanes(rows)).marks[0].lane, 0);
  // So the arrow of who speaks to the person goes to the left.
  const arrow = arrowOf(
    saidBy(20, 0),
    layOutLanes(team(30), measures, 'all', activeLanes(rows), holdersOf(activeLanes(rows), new Set([20]))),
    false,
  );
  assert.deepEqual(arrow.to, [16.5]);
  assert.ok((arrow.from as number) > 16.5);
});

test('who is in sight comes before who only stands around', () => {
  const around = Array.from({ length: 12 }, (_, index) => saidBy(index + 1));
  assert.deepEqual(shownBy(30, around)(saidBy(20, 25)), [0, 1, 2, 3, 4, 5, 6, 20, 25, -1]);
});

test('lanes stay where they are while rows come and go', () => {
  const lanes = new Lanes();
  const layOut = (rows: Row[]): { marks: { lane: number }[]; width: number } =>
    lanes.layOut(team(12), measures, 'all', rows, rows);
  const shown = (rows: Row[]): number[] => layOut(rows).marks.map((mark) => mark.lane);
  const rows = Array.from({ length: 9 }, (_, lane) => saidBy(lane));
  assert.deepEqual(shown(rows), [0, 1, 2, 3, 4, 5, 6, 7, 8, -1]);
  assert.deepEqual(shown(rows.slice(5)), [0, 1, 2, 3, 4, 5, 6, 7, 8, -1]);
  // Who comes into view takes the place of one who is not; nobody in view moves for it where that can be.
  assert.deepEqual(shown([...rows.slice(1, 5), saidBy(11)]), [0, 1, 2, 3, 4, 5, 6, 7, 11, -1]);
  assert.deepEqual(shown([...rows.slice(5, 8), saidBy(11), saidBy(9)]), [0, 1, 2, 3, 5, 6, 7, 9, 11, -1]);
  // More than there are lanes: who has one keeps it.
  assert.deepEqual(shown([...rows, saidBy(9), saidBy(11), saidBy(10)]), [0, 1, 2, 3, 5, 6, 7, 9, 11, -1]);
  const widths = [rows, rows.slice(7), []].map((some) => layOut(some).width);
  assert.equal(new Set(widths).size, 1);
});

test('who was in sight last is the last to lose a lane', () => {
  const shown = shownBy(30, []);
  for (let lane = 1; lane <= 8; lane += 1) shown(saidBy(lane));
  shown(saidBy(1));
  assert.deepEqual(shown(saidBy(20)), [0, 1, 3, 4, 5, 6, 7, 8, 20, -1]);
  assert.deepEqual(shown(saidBy(21)), [0, 1, 4, 5, 6, 7, 8, 20, 21, -1]);
});

test('of those who may lose a lane it is one whose loss moves nobody in sight', () => {
  const shown = shownBy(30, []);
  const all = Array.from({ length: 8 }, (_, index) => saidBy(index + 1));
  shown(...all);
  shown(...all.slice(1)); // the first was not seen longest
  assert.deepEqual(shown(saidBy(2), saidBy(3), saidBy(12)), [0, 1, 2, 3, 4, 5, 6, 7, 12, -1]);
});

test('one who left the team leaves the lane', () => {
  const lanes = new Lanes();
  const rows = [saidBy(11)];
  lanes.layOut(team(12), measures, 'all', rows, rows);
  assert.deepEqual(
    lanes.layOut(team(10), measures, 'all', [], []).marks.map((mark) => mark.lane),
    [0, -1],
  );
});

test('a narrow rail begins anew after a jump', () => {
  const lanes = new Lanes();
  const first = row({ speaker: alice, recipients: [toBob] });
  const next = row({ speaker: bob, recipients: [] });
  const other = row({ speaker: bob, recipients: [] });
  const shown = (rows: Row[]): number[] =>
    lanes.layOut(team(6), measures, 'active', rows, rows).marks.map((mark) => mark.lane);
  assert.deepEqual(shown([first]), [0, 2, 3]);
  assert.deepEqual(shown([first, next]), [0, 2, 3]);
  assert.deepEqual(shown([next]), [0, 2, 3]);
  assert.deepEqual(shown([other]), [0, 3]);
});

test('a narrow window keeps the lanes in view, a narrower one none', () => {
  const layout = layOutLanes(team(6), measures, 'active', activeLanes([row({ speaker: alice, recipients: [toBob] })]));
  assert.deepEqual(
    layout.marks.map((mark) => mark.lane),
    [0, 2, 3],
  );
  assert.ok(layout.width < 65);
  const many = layOutLanes(team(20), measures, 'active', new Set([1, 2, 3, 4, 5, 6, 7, 8, 9]));
  assert.deepEqual(
    many.marks.map((mark) => mark.lane),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, -1],
  );
  assert.equal(layOutLanes(team(6), measures, 'none', new Set()).width, 0);
});

test('an arrow goes from the speaker to the named', () => {
  const arrow = arrowOf(row(), six, false);
  assert.deepEqual(
    [arrow.from, arrow.to, arrow.rings, arrow.dashed, arrow.lost, arrow.hollow],
    [46.5, [61.5], [], false, false, false],
  );
  assert.equal(arrow.colour, 'var(--role-2-line)');
  assert.match(railMarkup(arrow, 106), /^<svg viewBox="0 0 106 24"/);
});

test('everyone gets a ring, the speaker none', () => {
  const arrow = arrowOf(row({ recipients: [toAll] }), six, false);
  assert.deepEqual(arrow.to, [16.5, 31.5, 61.5, 76.5, 91.5]);
  assert.deepEqual(arrow.rings, arrow.to);
  assert.equal(railMarkup(arrow, 106).match(/<circle/g)?.length, 5);
});

test('who is named among everyone has the arrow', () => {
  const arrow = arrowOf(row({ recipients: [toBob, toAll] }), six, false);
  assert.deepEqual(arrow.rings, [16.5, 31.5, 76.5, 91.5]);
  const markup = railMarkup(arrow, 106);
  assert.equal(markup.match(/<circle/g)?.length, 4);
  assert.match(markup, /M61.5 12l-7 -4v8z/);
});

test('what one folded member says to another goes out of their lane and back', () => {
  const crowded = layOutLanes(team(30), measures, 'all', new Set([1, 2]));
  const arrow = arrowOf(saidBy(15, 16), crowded, false);
  assert.deepEqual([arrow.from, arrow.to, arrow.loops, arrow.hollow], [crowded.xOf(29), [], true, false]);
  const heads = (markup: string): number => markup.match(/l-?7 -[\d.]+v/g)?.length ?? 0;
  assert.equal(heads(railMarkup(arrow, crowded.width)), 1);
  assert.match(railMarkup({ ...arrow, dashed: true }, crowded.width), /stroke-dasharray/);
  // It stays within the rail.
  assert.ok((arrow.from as number) + 13 < crowded.width);
  // To oneself, or as work, it is no arrow.
  assert.equal(arrowOf(saidBy(15, 15), crowded, false).loops, false);
  assert.equal(heads(railMarkup(arrowOf(saidBy(15), crowded, false), crowded.width)), 0);
  // One of several: both.
  const both = arrowOf(saidBy(15, 1, 16), crowded, false);
  assert.deepEqual([both.to.length, both.loops, heads(railMarkup(both, crowded.width))], [1, true, 2]);
});

test('the kinds have their colours and forms', () => {
  assert.equal(arrowOf(row({ kind: 'question', recipients: [toYou] }), six, false).colour, 'var(--ask-edge)');
  const hidden = arrowOf(row({ private: { chat: 1, with: 'Bob' } }), six, false);
  assert.deepEqual(
    [hidden.colour, hidden.dashed, hidden.background],
    ['var(--private-edge)', true, 'var(--private-bg)'],
  );
  const lost = arrowOf(
    row({ undelivered: true, recipients: [{ kind: 'unknown', name: 'Eve', lane: -1 }] }),
    six,
    false,
  );
  assert.match(railMarkup(lost, 106), /status-failed.*M95 9l6 6/);
  assert.equal(
    arrowOf(row({ recipients: [], blocks: [{ type: 'tool_use', id: '1', name: 'x', input: {} }] }), six, false).hollow,
    true,
  );
  assert.equal(arrowOf(row({ recipients: [] }), six, false).hollow, false);
  assert.equal(arrowOf(row({ speaker: you }), six, false).person, true);
  const fake = arrowOf(row({ speaker: { ...bob, lane: -1, lookalike: 'Bob' } }), six, false);
  assert.deepEqual([fake.hollow, fake.dotColour, fake.from], [true, 'var(--status-failed)', 91.5]);
  // What the program itself says stands in nobody's lane.
  const own = row({
    speaker: { ...bob, key: '', name: 'Quarterdeck', lane: -1, hue: -1, program: true },
    recipients: [],
  });
  assert.equal(railMarkup(arrowOf(own, six, false), 106), '');
});

test('nothing of a message gets into the drawing', () => {
  const markup = railMarkup(
    arrowOf(row({ speaker: { ...alice, name: '<b>', hue: '"><x' as unknown as number } }), six, false),
    106,
  );
  assert.doesNotMatch(markup, /<b>|<x/);
});

test('what is kept back stops at a bar, and goes nowhere', () => {
  const waits = arrowOf(row({ recipients: [toBob], hold: { text: 'Held.', waits: true, kept: true } }), six, false);
  assert.deepEqual([waits.to, waits.stopped, waits.loops, waits.hollow], [[], true, false, false]);
  assert.match(railMarkup(waits, six.width), /m0 -6v12/);
  const muted = arrowOf(row({ recipients: [toBob], hold: { text: 'Muted by you.', kept: true } }), six, false);
  assert.deepEqual([muted.to, muted.stopped], [[], true]);
  const gone = arrowOf(row({ recipients: [toBob], hold: { text: 'Held, then edited by you.' } }), six, false);
  assert.equal(gone.stopped, false);
  assert.equal(gone.to.length, 1);
});
