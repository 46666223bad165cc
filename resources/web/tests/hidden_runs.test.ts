import assert from 'node:assert/strict';
import test from 'node:test';
import { boxesOf } from '../src/transcript/safety/hidden_runs';
import { splitHidden } from '../src/transcript/safety/invisible';

const boxes = (text: string, most = 10): ReturnType<typeof boxesOf> => boxesOf(splitHidden(text), most);

test('the same hidden character many times is one box', () => {
  const { shown, rest } = boxes(`a${'\u0001'.repeat(900_000)}b\u200b\u200b\u200e`);
  assert.deepEqual(shown, [
    { text: 'a', hidden: false },
    { text: 'U+0001 ×900000', hidden: true },
    { text: 'b', hidden: false },
    { text: 'ZWSP ×2', hidden: true },
    { text: 'LRM', hidden: true },
  ]);
  assert.equal(rest, undefined);
});

test('there are only so many boxes, and every other character stays', () => {
  const { shown, rest } = boxes('a\u0001'.repeat(12), 10);
  assert.equal(shown.filter((part) => part.hidden).length, 10);
  assert.equal(rest, '\u25afa\u25af');
  assert.equal(shown[shown.length - 1].text, 'a');
});
