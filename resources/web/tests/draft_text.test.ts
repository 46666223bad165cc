import assert from 'node:assert/strict';
import test from 'node:test';
import { draftParts } from '../src/transcript/markdown/draft_text';

test('finished paragraphs are set apart from the growing one', () => {
  assert.deepEqual(draftParts('one\n\ntwo\n\nthr'), { done: ['one\n', 'two\n'], open: { kind: 'text', text: 'thr' } });
});

test('an open fence is code that grows, and the paragraph before it is finished', () => {
  assert.deepEqual(draftParts('see\n```ts a.ts\nlet a'), { done: ['see'], open: { kind: 'code', info: 'ts a.ts', text: 'let a' } });
  assert.deepEqual(draftParts('```\na\n\nb').open, { kind: 'code', info: '', text: 'a\n\nb' });
});

test('a fence in the making shows nothing of itself', () => {
  for (const part of ['``', '```', '```t', '```ts']) assert.deepEqual(draftParts(`see\n${part}`).open, { kind: 'text', text: 'see' }, part);
  assert.deepEqual(draftParts('```\ncode\n``').open, { kind: 'code', info: '', text: 'code' });
});

test('a closed fence is finished', () => {
  const parts = draftParts('```\ncode\n```\nnext');
  assert.deepEqual(parts.done, ['```\ncode\n```']);
  assert.deepEqual(parts.open, { kind: 'text', text: 'next' });
});

test('a table waits for the line under its head', () => {
  assert.deepEqual(draftParts('x\n\n| a | b |').open, { kind: 'text', text: '' });
  for (const part of ['|--', '|---|', '|---|--', '|---|--:']) assert.deepEqual(draftParts(`x\n\n| a | b |\n${part}`).open, { kind: 'text', text: '' }, part);
  assert.deepEqual(draftParts('| a | b |\n|---|---|\n| 1').open, { kind: 'text', text: '| a | b |\n|---|---|\n| 1' });
});

test('a list stays one block', () => {
  assert.deepEqual(draftParts('- a\n\n- b').done, []);
});

test('however a text is cut, what was finished stays as it is', () => {
  const text = 'Intro **bold**\n\n```ts\nlet a = `x`;\n\n// more\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n- two\n\nEnd.';
  let before: string[] = [];
  for (let length = 1; length <= text.length; length += 1) {
    const { done } = draftParts(text.slice(0, length));
    assert.deepEqual(done.slice(0, before.length), before, text.slice(0, length));
    before = done;
  }
});
