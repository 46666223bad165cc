import assert from 'node:assert/strict';
import test from 'node:test';
import { isContinuation, surroundingsOf } from '../src/transcript/render/grouping';
import { alice, bob, noon, row, toAll, toBob } from './rows';

const before = row({ ordinal: 4 });
const minute = 60_000;

for (const [name, next, expected] of [
  ['the same speaker to the same recipients soon after', row({ time: noon + minute }), true],
  ['after two minutes exactly', row({ time: noon + 2 * minute }), true],
  ['later than two minutes', row({ time: noon + 2 * minute + 1 }), false],
  ['another speaker', row({ speaker: bob }), false],
  ['other recipients', row({ recipients: [toAll] }), false],
  ['one recipient more', row({ recipients: [toBob, toAll] }), false],
  ['a question', row({ kind: 'question' }), false],
  ['undelivered', row({ undelivered: true }), false],
  ['in a private chat', row({ private: { chat: 1, with: 'Alice' } }), false],
  ['a look-alike', row({ speaker: { ...alice, lookalike: 'Alice' } }), false],
  ['earlier than the one before', row({ time: noon - 1 }), false],
] as const)
  test(`continuation: ${name}`, () => assert.equal(isContinuation(next, before), expected));

test('without a known neighbour a message has its header', () => assert.equal(isContinuation(row(), undefined), false));

test('the day is written at the first row and where it changes, and not where the neighbour is unknown', () => {
  assert.equal(surroundingsOf(row({ ordinal: 0 }), undefined, undefined).day, true);
  assert.equal(surroundingsOf(row(), undefined, undefined).day, false);
  assert.equal(surroundingsOf(row(), before, undefined).day, false);
  assert.equal(surroundingsOf(row({ time: noon + 24 * 60 * minute }), before, undefined).day, true);
  assert.equal(surroundingsOf(row({ ordinal: 0, untimed: true }), undefined, undefined).day, false);
  assert.equal(surroundingsOf(row({ time: noon + 24 * 60 * minute, untimed: true }), before, undefined).day, false);
});

test('a private band begins and ends with its chat', () => {
  const chat = { chat: 1, with: 'Alice' };
  const other = { chat: 2, with: 'Bob' };
  const inside = row({ private: chat });
  assert.deepEqual(
    [true, true],
    [surroundingsOf(inside, before, row()).privateStart, surroundingsOf(inside, before, row()).privateStop],
  );
  const middle = surroundingsOf(inside, row({ private: chat }), row({ private: chat }));
  assert.deepEqual([false, false], [middle.privateStart, middle.privateStop]);
  assert.equal(surroundingsOf(inside, row({ private: other }), undefined).privateStart, true);
  assert.equal(
    surroundingsOf(row({ private: chat, privateEnd: { reason: 'x', after: 1 } }), inside, undefined).privateStop,
    true,
  );
  assert.equal(
    surroundingsOf(inside, row({ private: chat, privateEnd: { reason: 'x', after: 1 } }), undefined).privateStart,
    true,
  );
});
