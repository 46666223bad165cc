import assert from 'node:assert/strict';
import test from 'node:test';
import { newWords } from '../src/transcript/new_pill';
import { count, setWords } from '../src/transcript/words';

test('large numbers have their thousands apart', () => {
  for (const locale of ['en', 'zh_CN']) {
    setWords({}, locale);
    assert.equal(count(999), '999');
    assert.equal(count(1_000_000), '1,000,000');
    assert.equal(newWords(1), '1 new');
    assert.equal(newWords(12_345), '12,345 new');
  }
});
