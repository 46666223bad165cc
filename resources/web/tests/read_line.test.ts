import assert from 'node:assert/strict';
import test from 'node:test';
import { LaterWork } from '../src/transcript/later_work';
import { lettersOf, nearest, wordsIn } from '../src/transcript/window/read_line';

test('signs that only say how something is set are no letters', () => {
  assert.equal(lettersOf('## Some *words*, `x1`: 这里。'), 'Somewordsx1这里');
});

test('of several places the nearest is taken', () => {
  assert.equal(nearest('a..a....a', 'a', 4), 3);
  assert.equal(nearest('a..a....a', 'a', 7), 8);
  assert.equal(nearest('a..a....a', 'a', 0), 0);
  assert.equal(nearest('a..a....a', 'b', 4), -1);
});

test('where not all of the words are found, the first of them are', () => {
  const words = 'thelineatwhichsomebodyreadsgoesonlikethistoitsveryend';
  assert.equal(wordsIn(`before${words}`, words, 0), 6);
  assert.equal(wordsIn('beforethelineatwhichSOMEBODY', words, 0), 6);
  assert.equal(wordsIn('beforetheliNE', words, 0), 6);
  assert.equal(wordsIn('beforethebehind', words, 0), -1);
  assert.equal(wordsIn('anything', '', 3), -1);
});

test('before all of a text is set, only all of the words are the line', () => {
  const words = 'thelineatwhichsomebodyreadsgoesonlikethistoitsveryend';
  assert.equal(wordsIn('beforethelineatwhichSOMEBODY', words, 0, false), -1);
  assert.equal(wordsIn(`before${words}`, words, 0, false), 6);
});

test('steps are hurried from one on, until enough is there, and not without end', () => {
  const work = new LaterWork(
    () => undefined,
    () => undefined,
  );
  const done: string[] = [];
  const add = (name: string, times: number): void => {
    work.add(() => {
      done.push(name);
      times -= 1;
      return times > 0;
    });
  };
  add('other', 5);
  add('own', 2);
  add('own too', 9);
  assert.equal(
    work.hurry(1, () => done.includes('own too'), 20),
    false,
  );
  assert.deepEqual(done, ['own', 'own', 'own too']);
  assert.equal(
    work.hurry(1, () => false, 3),
    false,
  );
  assert.equal(done.length, 6);
  assert.equal(
    work.hurry(1, () => false, 20),
    true,
  );
  assert.equal(work.length, 1);
  work.clear();
});
