import assert from 'node:assert/strict';
import test from 'node:test';
import { questionText } from '../src/transcript/question_text';

test('a difference in a question is told from its words', () => {
  assert.deepEqual(questionText('Change “a”?\n\n```diff\n--- a/a\n+++ b/a\n+one\n```\n\n3 more lines'), {
    words: 'Change “a”?',
    diff: '--- a/a\n+++ b/a\n+one',
    after: '3 more lines',
  });
});

test('what looks like its end within it is not', () => {
  assert.equal(questionText('Q\n\n````diff\n+a\n ```\n+b\n````').diff, '+a\n ```\n+b');
});

for (const text of ['Which colour?', '```diff', '```js\n+a\n```', 'a ```diff\n+a\n```', '```diff\n+a\n````', '']) {
  test(`no difference: ${JSON.stringify(text)}`, () =>
    assert.deepEqual(questionText(text), { words: text, diff: '', after: '' }));
}

test('of many openers the first that is closed begins the difference', () => {
  const openers = '\n```diff\na'.repeat(20_000);
  const { words, diff, after } = questionText(`Shall I go on?${openers}` + '\n````diff\n+one\n````\nmore');
  assert.equal(diff, '+one');
  assert.equal(words, `Shall I go on?${openers}`);
  assert.equal(after, 'more');
});
