import assert from 'node:assert/strict';
import test from 'node:test';
import { requestSize, type Range } from '../src/transcript/window/plan';
import { Refresh } from '../src/transcript/window/refresh';

/** Two pieces are read at once; each asked range gets the next number, from 0. */
function start(): { refresh: Refresh; asked: Range[]; wait(): void } {
  const due: (() => void)[] = [];
  Object.assign(globalThis, { window: { setTimeout: (call: () => void) => due.push(call) } });
  const asked: Range[] = [];
  const refresh = new Refresh(
    () => ({ first: 100, last: 99 + 2 * requestSize }),
    (range) => asked.push(range) - 1,
  );
  return { refresh, asked, wait: () => due.splice(0).forEach((call) => call()) };
}

test('what is wanted while it is read is read once more, after a rest', () => {
  const { refresh, asked, wait } = start();
  refresh.want();
  assert.deepEqual(asked, [
    { first: 100, last: 159 },
    { first: 160, last: 219 },
  ]);
  refresh.want();
  refresh.want();
  assert.ok(refresh.takes(1));
  assert.equal(asked.length, 2);
  assert.ok(refresh.takes(0));
  assert.equal(asked.length, 2);
  wait();
  assert.equal(asked.length, 4);
});

for (const [bad, good] of [
  [0, 1],
  [1, 0],
]) {
  for (const isFirst of [true, false]) {
    test(`piece ${bad}, which could not be read, is asked for again when it is to be tried again, and not before (${isFirst ? 'fails first' : 'fails last'})`, () => {
      const { refresh, asked, wait } = start();
      refresh.want();
      if (isFirst) refresh.failed(bad);
      assert.ok(refresh.takes(good));
      if (!isFirst) refresh.failed(bad);
      wait();
      assert.equal(asked.length, 2);
      refresh.tryAgain();
      assert.equal(asked.length, 4);
      assert.ok(refresh.takes(2));
      assert.ok(refresh.takes(3));
      refresh.tryAgain();
      wait();
      assert.equal(asked.length, 4);
    });
  }
}

test('what is wanted while a piece fails does not wait until that is tried again', () => {
  const { refresh, asked, wait } = start();
  refresh.want();
  refresh.want();
  assert.ok(refresh.takes(0));
  refresh.failed(1);
  wait();
  assert.equal(asked.length, 4);
});

test('one that was dropped is forgotten, and one that is put off is not', () => {
  const { refresh, asked, wait } = start();
  refresh.want();
  refresh.failed(0);
  refresh.want();
  refresh.drop();
  refresh.tryAgain();
  wait();
  assert.equal(asked.length, 2);
  assert.equal(refresh.takes(1), false);
  refresh.putOff();
  wait();
  assert.equal(asked.length, 2);
  refresh.tryAgain();
  assert.equal(asked.length, 4);
});
