import assert from 'node:assert/strict';
import test from 'node:test';
import { markdownHtml } from '../src/transcript/markdown/parse';
import { cutDraft, draftParts, fencedCode } from '../src/transcript/markdown/draft_text';

test('finished paragraphs are set apart from the growing one', () => {
  assert.deepEqual(draftParts('one\n\ntwo\n\nthr'), { done: ['one\n', 'two\n'], open: { kind: 'text', text: 'thr' } });
});

test('an open fence is code that grows, and the paragraph before it is finished', () => {
  assert.deepEqual(draftParts('see\n```ts a.ts\nlet a'), {
    done: ['see'],
    open: { kind: 'code', info: 'ts a.ts', text: 'let a' },
  });
  assert.deepEqual(draftParts('```\na\n\nb').open, { kind: 'code', info: '', text: 'a\n\nb' });
});

test('a fence in the making shows nothing of itself', () => {
  for (const part of ['``', '```', '```t', '```ts'])
    assert.deepEqual(draftParts(`see\n${part}`).open, { kind: 'text', text: 'see' }, part);
  assert.deepEqual(draftParts('```\ncode\n``').open, { kind: 'code', info: '', text: 'code' });
});

test('a closed fence is finished', () => {
  const parts = draftParts('```\ncode\n```\nnext');
  assert.deepEqual(parts.done, ['```\ncode\n```']);
  assert.deepEqual(parts.open, { kind: 'text', text: 'next' });
});

test('a table waits for the line under its head', () => {
  assert.deepEqual(draftParts('x\n\n| a | b |').open, { kind: 'text', text: '' });
  for (const part of ['|--', '|---|', '|---|--', '|---|--:'])
    assert.deepEqual(draftParts(`x\n\n| a | b |\n${part}`).open, { kind: 'text', text: '' }, part);
  assert.deepEqual(draftParts('| a | b |\n|---|---|\n| 1').open, { kind: 'text', text: '| a | b |\n|---|---|\n| 1' });
});

test('a break in the making shows nothing of itself', () => {
  for (const part of ['<', '<b', '<BR', '<br ', '<br/'])
    assert.deepEqual(draftParts(`a${part}`).open, { kind: 'text', text: 'a' }, part);
  for (const text of ['a<br>', 'a<br/>b', 'a <bo', 'a < ', 'a<br x'])
    assert.deepEqual(draftParts(text).open, { kind: 'text', text }, text);
  assert.deepEqual(draftParts('```\na<br').open, { kind: 'code', info: '', text: 'a<br' });
});

test('a list stays one block', () => {
  assert.deepEqual(draftParts('- a\n\n- b').done, []);
});

test('however a text is cut, what was finished stays as it is', () => {
  const text =
    'Intro **bold**\n\n```ts\nlet a = `x`;\n\n// more\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n- two\n\nEnd.';
  let before: string[] = [];
  for (let length = 1; length <= text.length; length += 1) {
    const { done } = draftParts(text.slice(0, length));
    assert.deepEqual(done.slice(0, before.length), before, text.slice(0, length));
    before = done;
  }
});

test('what follows a finished block is cut by itself as it is within the whole', () => {
  const text =
    '\n\nIntro **bold**\n\n\n```ts\nlet a = `x`;\n\n// more\n```\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n\n- two\n\nsee\n~~~\nopen';
  for (let length = 1; length <= text.length; length += 1) {
    const whole = cutDraft(text.slice(0, length));
    whole.ends.forEach((end, index) => {
      const rest = cutDraft(text.slice(end, length));
      assert.deepEqual([rest.done, rest.open], [whole.done.slice(index + 1), whole.open], text.slice(0, length));
    });
  }
});

test('what a fence holds', () => {
  assert.deepEqual(fencedCode('```ts a.ts\nlet a\n\nb\n```'), { info: 'ts a.ts', text: 'let a\n\nb' });
  assert.equal(fencedCode('let a'), undefined);
});

// Where the time grows with the square of the length, this takes hours.
test('a line of dashes without end is read once', () => {
  const text = `| a |\n${'-'.repeat(2_000_000)}`;
  assert.deepEqual(draftParts(text).open, { kind: 'text', text });
});

const streamed = [
  'Here are the steps:\n- first\n- second\n\nAnd then:\n* a\n* b',
  'Name | Size\n--- | ---\na | 1\nb | 2\n\nafter it',
  'Two columns:\n\nName | Size\n:--- | ---:\na | 1',
  'A line\n= b\n\n-- no heading\n\n1. one\n   - two\n   - three',
];

/** What the growing part is drawn as. */
const tagsOf = (markdown: string): string[] =>
  [...markdownHtml(markdown).html.matchAll(/<(h[1-6]|table|ul|ol|p)>/g)].map((match) => match[1]);

for (const text of streamed) {
  test(`nothing is a heading for the time of a letter: ${text.slice(0, 16)}`, () => {
    for (let end = 1; end <= text.length; end += 1) {
      const { open } = draftParts(text.slice(0, end));
      assert.ok(!tagsOf(open.text).some((tag) => tag.startsWith('h')), JSON.stringify(text.slice(0, end)));
    }
  });
}

test('a heading that is underlined is one when its line is complete', () => {
  assert.deepEqual(draftParts('Title\n---').open, { kind: 'text', text: 'Title' });
  assert.deepEqual(tagsOf(draftParts('Title\n---\ntext').open.text), ['h2', 'p']);
});
