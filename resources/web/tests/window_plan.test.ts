import assert from 'node:assert/strict';
import test from 'node:test';
import { coveringIndex, correction, firstTopInView } from '../src/transcript/window/anchor';
import {
  countOf,
  jumpRange,
  keptRange,
  mayMount,
  mountLimit,
  planEviction,
  planMounts,
  planRequest,
  requestSize,
  type View,
} from '../src/transcript/window/plan';

const view = (change: Partial<View>): View => ({
  mounted: { first: 100, last: 180 },
  total: 1000,
  above: 5000,
  below: 5000,
  viewport: 800,
  behind: 0,
  ...change,
});

test('more rows are wanted only on a side that runs short and has any', () => {
  assert.deepEqual(planMounts(view({})), { above: false, below: false });
  assert.deepEqual(planMounts(view({ above: 100 })), { above: true, below: false });
  assert.deepEqual(planMounts(view({ above: 100, mounted: { first: 0, last: 80 } })), { above: false, below: false });
  assert.deepEqual(planMounts(view({ below: 0, mounted: { first: 920, last: 999 } })), { above: false, below: false });
});

test('what is beyond the limit leaves on the side that is farther out of sight', () => {
  const mounted = { first: 100, last: 100 + mountLimit + 4 };
  assert.deepEqual(planEviction(view({ mounted, above: 9000, below: 10 })), { above: 5, below: 0 });
  assert.deepEqual(planEviction(view({ mounted, above: 10, below: 9000 })), { above: 0, below: 5 });
  assert.deepEqual(planEviction(view({ mounted: { first: 100, last: 99 + mountLimit } })), { above: 0, below: 0 });
});

test('at the limit a row is mounted only if the other side can spare one', () => {
  const mounted = { first: 100, last: 99 + mountLimit };
  assert.equal(mayMount(view({ mounted, above: 5000, below: 20 }), 'below'), true);
  assert.equal(mayMount(view({ mounted, above: 900, below: 20 }), 'below'), false);
  assert.equal(mayMount(view({ mounted, above: 20, below: 5000 }), 'above'), true);
});

test('running replies take the room of rows, but not all of it', () => {
  const mounted = { first: 100, last: 99 + mountLimit };
  assert.deepEqual(planEviction(view({ mounted, above: 9000, below: 10, behind: 20 })), { above: 20, below: 0 });
  assert.equal(
    mayMount(view({ mounted: { first: 100, last: 99 + mountLimit - 20 }, above: 20, below: 900, behind: 20 }), 'above'),
    false,
  );
  assert.equal(
    mayMount(view({ mounted: { first: 100, last: 98 + mountLimit - 20 }, above: 20, below: 900, behind: 20 }), 'above'),
    true,
  );
  assert.deepEqual(planEviction(view({ mounted, above: 9000, below: 10, behind: 5_000 })), {
    above: mountLimit - 60,
    below: 0,
  });
});

test('requests look ahead, stay inside the channel and are not repeated', () => {
  const mounted = { first: 200, last: 260 };
  assert.deepEqual(planRequest(mounted, { first: 190, last: 270 }, 1000, []), { first: 271, last: 270 + requestSize });
  assert.deepEqual(planRequest(mounted, { first: 190, last: 320 }, 1000, []), { first: 190 - requestSize, last: 189 });
  assert.equal(planRequest(mounted, { first: 100, last: 350 }, 1000, []), undefined);
  assert.deepEqual(planRequest(mounted, { first: 190, last: 270 }, 1000, [{ first: 271, last: 330 }]), {
    first: 130,
    last: 189,
  });
  assert.deepEqual(planRequest({ first: 0, last: 30 }, { first: 0, last: 40 }, 50, []), { first: 41, last: 49 });
  assert.equal(planRequest({ first: 0, last: 30 }, { first: 0, last: 49 }, 50, []), undefined);
});

test('a jump asks for the rows around its target', () => {
  assert.deepEqual(jumpRange(999, 'end', 1000), { first: 940, last: 999 });
  assert.deepEqual(jumpRange(0, 'start', 1000), { first: 0, last: 59 });
  assert.deepEqual(jumpRange(500, 'center', 1000), { first: 470, last: 529 });
  assert.deepEqual(jumpRange(3, 'end', 5), { first: 0, last: 4 });
  for (const align of ['start', 'center', 'end'] as const) {
    for (let ordinal = 0; ordinal < 200; ordinal += 1) {
      const range = jumpRange(ordinal, align, 200);
      assert.ok(range.first <= ordinal && ordinal <= range.last && countOf(range) <= requestSize && range.last < 200);
    }
  }
});

test('rows are kept as values beyond the mounted ones, but not without end', () => {
  assert.deepEqual(keptRange({ first: 500, last: 600 }), { first: 380, last: 720 });
});

test('the anchor is the first top in the upper nine tenths, else the row that covers the edge', () => {
  const tops = [-900, -400, -20, 300, 700, 1100];
  const topOf = (index: number): number => tops[index];
  assert.equal(firstTopInView(tops.length, topOf, 800), 3);
  assert.equal(firstTopInView(tops.length, topOf, 300), -1);
  assert.equal(coveringIndex(tops.length, topOf), 2);
  assert.equal(firstTopInView(0, topOf, 800), -1);
  assert.equal(
    firstTopInView(3, (index) => [0, 50, 90][index], 800),
    0,
  );
});

test('a correction is whole pixels, and less than half a pixel is none', () => {
  assert.equal(correction(10.4, 10), 0);
  assert.equal(correction(10.6, 10), 1);
  assert.equal(correction(-90, 10), -100);
});
