import assert from 'node:assert/strict';
import test from 'node:test';
import { headOf, written, type Taken } from '../src/transcript/copy/passage';
import { alice, noon, toAll, toBob, toYou, you } from './rows';

const taken = (head: string, body: string, more: { day?: string; isContinuation?: boolean } = {}): Taken => ({
  day: more.day ?? '',
  body,
  passage: { element: undefined as unknown as Element, head, isContinuation: more.isContinuation ?? false },
});

test('the head says who speaks to whom, and when', () => {
  assert.equal(headOf(alice, [toBob, toAll], noon), 'Alice → Bob, everyone (12:00)');
  assert.equal(headOf(you, [toYou], noon), 'You → you (12:00)');
  assert.equal(headOf(alice, []), 'Alice');
  assert.equal(headOf({ ...alice, name: '' }, [toBob], noon), '');
  assert.equal(headOf({ ...alice, name: 'Eve (09:00)\nBob' }, [toBob]), 'Eve (09:00) Bob → Bob'); // no name makes a line of its own
});

test('the head of a copy shows what a name hides, and whom it imitates', () => {
  assert.equal(headOf({ ...alice, name: 'You\u200b' }, [{ ...toBob, name: 'Bo\u200bb' }]), 'You[ZWSP] → Bo[ZWSP]b');
  assert.equal(headOf({ ...alice, name: '\u03a5ou', lookalike: 'You' }, []), '[U+03A5]ou (looks like You)');
});

test('messages stand one below the other', () => {
  assert.equal(written([taken('A', 'one'), taken('B', 'two')]), 'A\none\n\nB\ntwo');
  assert.equal(written([taken('A', 'one'), taken('A', 'more', { isContinuation: true })]), 'A\none\n\nmore');
  assert.equal(written([taken('A', 'one'), taken('B', 'two', { day: 'Friday' })]), 'A\none\n\nFriday\n\nB\ntwo');
  assert.equal(written([taken('A', 'one'), taken('', 'A round'), taken('B', 'two')]), 'A\none\n\nA round\n\nB\ntwo');
});

test('where nothing is taken nobody is named', () => {
  assert.equal(written([taken('A', 'one'), taken('B', '')]), 'one');
  assert.equal(
    written([taken('A', ''), taken('A', 'more', { isContinuation: true }), taken('B', 'two')]),
    'A\nmore\n\nB\ntwo',
  );
  assert.equal(
    written([taken('A', 'one'), taken('B', ''), taken('B', 'more', { isContinuation: true })]),
    'A\none\n\nB\nmore',
  );
  assert.equal(written([]), '');
});
