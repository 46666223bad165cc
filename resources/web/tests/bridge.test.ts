import assert from 'node:assert/strict';
import test from 'node:test';
import { Parts } from '../src/transcript/bridge';

test('a text is what came in parts and its end', () => {
  const parts = new Parts();
  assert.equal(parts.end('{"a":1}'), '{"a":1}');
  parts.add('{"a"');
  parts.add(':2');
  assert.equal(parts.end('}'), '{"a":2}');
  assert.equal(parts.end('{}'), '{}');
});

test('what nobody waits for is forgotten', () => {
  const parts = new Parts();
  parts.add('{"old"');
  parts.add('');
  assert.equal(parts.end('{"new":1}'), '{"new":1}');
});
