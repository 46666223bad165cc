import assert from 'node:assert/strict';
import test from 'node:test';
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
