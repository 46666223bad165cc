import assert from 'node:assert/strict';
import test from 'node:test';
import { wholeUntil } from '../src/transcript/safety/whole_signs';

const family = '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}';

test('what is one sign is not cut', () => {
  for (let end = 1; end <= family.length; end += 1)
    assert.equal(wholeUntil(`${family}${family}`, end), family.length, String(end));
  assert.equal(wholeUntil('ae\u0301b', 2), 3);
  assert.equal(wholeUntil('\u{1f44d}\u{1f3fd}x', 2), 4);
  assert.equal(wholeUntil('\u263a\ufe0fx', 1), 2);
});

test('elsewhere a text is cut where it was to be', () => {
  assert.equal(wholeUntil('abc', 2), 2);
  assert.equal(wholeUntil('abc', 9), 3);
  assert.equal(wholeUntil(`${family}${family}`, family.length), family.length);
});

test('a chain without end is cut, though no character of it', () => {
  const chain = '\u{1f469}\u200d'.repeat(100);
  const end = wholeUntil(chain, 50);
  assert.ok(end > 50 && end < 130);
  assert.ok(!/[\ud800-\udbff]$/.test(chain.slice(0, end)));
});
