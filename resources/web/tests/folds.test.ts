import assert from 'node:assert/strict';
import test from 'node:test';
import type { Json } from '../src/transcript/contract';
import { takeKept } from '../src/transcript/kept_folds';
import { FoldState } from '../src/transcript/render/context';

test('what was opened in one session is not open in another', () => {
  const folds = new FoldState();
  folds.session = 'a';
  folds.set('12.0', true);
  assert.equal(folds.get('12.0', false), true);
  folds.session = 'b';
  assert.equal(folds.get('12.0', false), false);
  folds.set('12.0', false);
  folds.session = 'a';
  assert.equal(folds.get('12.0', false), true);
});

test('what changes is told, with its session, to be put back in another page', () => {
  const told: [string, Json][] = [];
  const folds = new FoldState((name, value) => told.push([name, value]));
  folds.session = 'a';
  folds.set('question.text.q', ''); // an empty field is drawn
  folds.set('12.0', true);
  folds.set('12.0', true);
  folds.set('question.text.q', 'Four by f');
  folds.set('question.text.q', '');
  folds.set('', true);
  assert.deepEqual(told, [
    ['a\n12.0', true],
    ['a\nquestion.text.q', 'Four by f'],
    ['a\nquestion.text.q', ''],
  ]);
  const next = new FoldState();
  takeKept({ values: { 'a\n12.0': 'true', 'a\nquestion.text.q': '"5 × 5"' } }, next);
  next.session = 'a';
  assert.equal(next.get('12.0', false), true);
  assert.equal(next.get('question.text.q', ''), '5 × 5');
});
