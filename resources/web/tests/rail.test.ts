import assert from 'node:assert/strict';
import test from 'node:test';
import type { Member, Row } from '../src/transcript/contract';
import { activeLanes, Lanes, layOutLanes, railModeFor } from '../src/transcript/lanes';
import { arrowOf, railMarkup } from '../src/transcript/render/rail';
import { alice, bob, row, toAll, toBob, toYou, you } from './rows';

const measures = { first: 16, pitch: 15, width: 106 };
const team = (count: number): Member[] => Array.from({ length: count }, (_, lane) => ({ key: `r${lane}`, name: `r${lane}`, profile: '', initials: 'R', lane, hue: lane, leader: lane === 1 }));
const six = layOutLanes(team(6), measures, 'all', new Set());

test('six lanes stand 15 px apart from 16 px on', () => {
  assert.deepEqual(six.marks.map((mark) => mark.x), [16.5, 31.5, 46.5, 61.5, 76.5, 91.5]);
  assert.equal(six.width, 106);
});

test('from seven lanes on they stand 11 px apart', () => {
  const layout = layOutLanes(team(9), measures, 'all', new Set());
  assert.equal((layout.xOf(8) as number) - (layout.xOf(7) as number), 11);
  assert.ok((layout.xOf(8) as number) < layout.width);
});

test('beyond nine the silent share the last lane', () => {
  const layout = layOutLanes(team(30), measures, 'all', new Set([0, 3, 17]));
  assert.deepEqual(layout.marks.map((mark) => [mark.lane, mark.folded]), [[0, false], [3, false], [17, false], [-1, true]]);
  assert.equal(layout.xOf(5), layout.marks[3].x);
  const crowded = layOutLanes(team(30), measures, 'all', new Set(Array.from({ length: 20 }, (_, lane) => lane)));
  assert.equal(crowded.marks.length, 10);
  assert.equal(crowded.xOf(15), crowded.xOf(29));
});

test('lanes stay where they are while rows come and go', () => {
  const lanes = new Lanes();
  const said = (lane: number): Row => row({ speaker: { ...alice, lane }, recipients: [] });
  const shown = (rows: Row[]): number[] => lanes.layOut(team(12), measures, 'all', rows).marks.map((mark) => mark.lane);
  const rows = Array.from({ length: 9 }, (_, lane) => said(lane));
  assert.deepEqual(shown(rows), [0, 1, 2, 3, 4, 5, 6, 7, 8, -1]);
  assert.deepEqual(shown(rows.slice(5)), [0, 1, 2, 3, 4, 5, 6, 7, 8, -1]);
  // Who comes into view takes the place of one who is not.
  assert.deepEqual(shown([...rows.slice(5), said(11)]), [0, 1, 2, 3, 5, 6, 7, 8, 11, -1]);
  // More than there are lanes: who has one keeps it.
  assert.deepEqual(shown([...rows, said(9), said(11)]), [0, 1, 2, 3, 5, 6, 7, 8, 11, -1]);
  const widths = [rows, rows.slice(7), []].map((some) => lanes.layOut(team(12), measures, 'all', some).width);
  assert.equal(new Set(widths).size, 1);
});

test('a narrow rail begins anew after a jump', () => {
  const lanes = new Lanes();
  const first = row({ speaker: alice, recipients: [toBob] });
  const next = row({ speaker: bob, recipients: [] });
  const other = row({ speaker: bob, recipients: [] });
  const shown = (rows: Row[]): number[] => lanes.layOut(team(6), measures, 'active', rows).marks.map((mark) => mark.lane);
  assert.deepEqual(shown([first]), [2, 3]);
  assert.deepEqual(shown([first, next]), [2, 3]);
  assert.deepEqual(shown([next]), [2, 3]);
  assert.deepEqual(shown([other]), [3]);
});

test('a narrow window keeps the lanes in view, a narrower one none', () => {
  assert.deepEqual([1440, 820, 819, 740, 739].map(railModeFor), ['all', 'all', 'active', 'active', 'none']);
  const layout = layOutLanes(team(6), measures, 'active', activeLanes([row({ speaker: alice, recipients: [toBob] })]));
  assert.deepEqual(layout.marks.map((mark) => mark.lane), [2, 3]);
  assert.ok(layout.width < 60);
  assert.equal(layOutLanes(team(6), measures, 'none', new Set()).width, 0);
});

test('an arrow goes from the speaker to the named', () => {
  const arrow = arrowOf(row(), six, false);
  assert.deepEqual([arrow.from, arrow.to, arrow.rings, arrow.dashed, arrow.lost, arrow.hollow], [46.5, [61.5], [], false, false, false]);
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

test('the kinds have their colours and forms', () => {
  assert.equal(arrowOf(row({ kind: 'question', recipients: [toYou] }), six, false).colour, 'var(--ask-edge)');
  const hidden = arrowOf(row({ private: { chat: 1, with: 'Bob' } }), six, false);
  assert.deepEqual([hidden.colour, hidden.dashed, hidden.background], ['var(--private-edge)', true, 'var(--private-bg)']);
  const lost = arrowOf(row({ undelivered: true, recipients: [{ kind: 'unknown', name: 'Eve', lane: -1 }] }), six, false);
  assert.match(railMarkup(lost, 106), /status-failed.*M95 9l6 6/);
  assert.equal(arrowOf(row({ recipients: [], blocks: [{ type: 'tool_use', id: '1', name: 'x', input: {} }] }), six, false).hollow, true);
  assert.equal(arrowOf(row({ recipients: [] }), six, false).hollow, false);
  assert.equal(arrowOf(row({ speaker: you }), six, false).person, true);
  const fake = arrowOf(row({ speaker: { ...bob, lane: -1, lookalike: 'Bob' } }), six, false);
  assert.deepEqual([fake.hollow, fake.dotColour, fake.from], [true, 'var(--status-failed)', 91.5]);
});

test('nothing of a message gets into the drawing', () => {
  const markup = railMarkup(arrowOf(row({ speaker: { ...alice, name: '<b>', hue: '"><x' as unknown as number } }), six, false), 106);
  assert.doesNotMatch(markup, /<b>|<x/);
});
