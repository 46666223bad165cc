import assert from 'node:assert/strict';
import test from 'node:test';
import { wholeJson } from '../src/transcript/whole_json';

test('a line of JSON is a value', () => {
  const texts = [
    '{"stdout": "a\\nb", "code": 0}',
    '[{"a":1.5},{"a":-2.50},null,true,"x: y"]',
    ' {"deep":{"er":{"a":[]}}}\n',
    '{"\\u4f60":"\\u597d, \\"1e999\\" :"}',
    '{"__proto__":{"a":1}}',
  ];
  for (const text of texts) assert.deepEqual(wholeJson(text), JSON.parse(text), text);
});

test('what would lose something, or is easily read, stays text', () => {
  const texts = [
    '',
    '{}',
    '[]',
    '"text"',
    '12',
    '{"a":1,"a":2}',
    '{"id":12345678901234567890}',
    '{"a":1e400}',
    '{"a":0.1000000000000000055511151231257827}',
    '{"a":1',
    '[INFO] started',
    '{\n  "a": 1\n}',
    `[${'1,'.repeat(150_000)}1]`,
  ];
  for (const text of texts) assert.equal(wholeJson(text), undefined, text.slice(0, 40));
});

// If it took more, the time limit of the tests would end it.
test('it takes time in proportion to the text', () => {
  for (const text of [
    '['.repeat(90_000) + '1' + ']'.repeat(90_000),
    `["${'\\\\'.repeat(90_000)}"]`,
    `[${'"a",'.repeat(45_000)}1]`,
    `["${'x'.repeat(190_000)}`,
    `[${'1'.repeat(190_000)}]`,
  ])
    wholeJson(text);
});
