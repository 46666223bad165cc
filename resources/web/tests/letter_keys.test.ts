import assert from 'node:assert/strict';
import test from 'node:test';
import { letterOf } from '../src/transcript/letter_keys';

test('a key is known by its letter, whatever is printed on it', () => {
  const cases: [string, string, string][] = [
    ['j', 'KeyJ', 'j'],
    ['J', 'KeyJ', 'j'], // capitals are locked
    ['j', 'KeyC', 'j'], // Dvorak
    ['о', 'KeyJ', 'j'], // Russian
    ['ي', 'KeyD', 'd'],
    ['ξ', 'KeyJ', 'j'],
    ['ö', 'Semicolon', ''],
    ['1', 'Digit1', ''],
    ['Home', 'Home', ''],
    ['Process', 'KeyJ', ''],
  ];
  for (const [key, code, wanted] of cases) assert.equal(letterOf({ key, code }), wanted, key);
});
