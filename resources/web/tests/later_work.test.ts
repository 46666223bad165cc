import assert from 'node:assert/strict';
import test from 'node:test';
import { LaterWork } from '../src/transcript/later_work';
import { takeTurns } from '../src/transcript/window/turns';

test('a step that fails is told and dropped, and the others go on', async (context) => {
  const told = context.mock.method(console, 'error', () => undefined);
  const slices: string[] = [];
  await new Promise<void>((done) => {
    const work = new LaterWork(
      () => slices.push('before'),
      () => slices.push('after'),
    );
    work.add(() => {
      throw new Error('a step fails');
    });
    work.add(() => {
      done();
      return false;
    });
  });
  await new Promise((over) => setTimeout(over));
  assert.equal(told.mock.callCount(), 1);
  assert.deepEqual(slices.slice(0, 2), ['before', 'after']);
});

test('before a step of a row it is said whose it is, once in a slice', async () => {
  const told: string[] = [];
  let work: LaterWork | undefined;
  await new Promise<void>((done) => {
    work = new LaterWork(
      () => told.push('slice'),
      () => {
        if (work?.isDone) done();
      },
    );
    const stepsOf = (name: string, count: number): (() => boolean) => {
      let left = count;
      return () => {
        told.push(name);
        left -= 1;
        return left > 0;
      };
    };
    const first = (): unknown => told.push('drawing 1');
    work.add(stepsOf('a', 2), first);
    work.add(stepsOf('b', 1), first);
    work.add(stepsOf('c', 1), () => told.push('drawing 2'));
    work.add(stepsOf('d', 1));
    work.add(stepsOf('e', 1), first);
  });
  assert.deepEqual(told.join(), 'slice,drawing 1,a,a,b,drawing 2,c,d,drawing 1,e');
});

test('who is not done has one turn in a round', () => {
  const waiting = new Map([
    ['pressed', 1],
    ['free', 2],
  ]);
  const turns: string[] = [];
  const take = (id: string): boolean => {
    turns.push(id);
    return id === 'free';
  };
  takeTurns(waiting, take, () => turns.length < 100);
  assert.deepEqual(turns, ['pressed', 'free']);
  assert.deepEqual([...waiting.keys()], ['pressed']);
});

test('who had no turn before the time was over is the first in the next round', () => {
  const waiting = new Map([
    ['a', 1],
    ['b', 2],
  ]);
  takeTurns(
    waiting,
    () => false,
    () => false,
  );
  assert.deepEqual([...waiting.keys()], ['b', 'a']);
});
