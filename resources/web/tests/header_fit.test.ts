import assert from 'node:assert/strict';
import test from 'node:test';
import { leftOut, type HeaderParts } from '../src/transcript/render/header_fit';

const parts: HeaderParts = { name: 100, profile: 200, recipients: 100, cause: 60, tokens: 50, others: 50 };

test('a header leaves out the profile, then the cause, then the tokens', () => {
  assert.deepEqual(
    [1000, 560, 456, 455, 360, 359, 300, 299, 100].map((room) => leftOut(parts, room)),
    [0, 0, 0, 1, 1, 2, 2, 3, 3],
  );
});

test('a profile is cut before it goes, and a short one is not', () => {
  assert.equal(leftOut({ ...parts, profile: 20 }, 380), 0);
  assert.equal(leftOut({ ...parts, profile: 20 }, 379), 1);
  assert.equal(leftOut(parts, 456, 2), 1); // at twice the size it needs twice as much
});

test('what is not there is not missed', () => {
  assert.equal(leftOut({ ...parts, profile: 0, cause: 0, tokens: 0 }, 250), 0);
});
