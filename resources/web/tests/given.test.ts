import assert from 'node:assert/strict';
import test from 'node:test';
import type { Json } from '../src/transcript/contract';
import { givenIn } from '../src/transcript/form/given';
import { timeLeft } from '../src/transcript/render/deadline';

const schema: Json = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', title: 'Title' },
    size: {
      oneOf: [
        { const: 4, title: '4×4' },
        { const: 5, title: '5×5' },
      ],
      title: 'Size',
    },
    sound: { type: 'boolean' },
    themes: { type: 'array', items: { enum: ['light', 'dark'] } },
    shop: { type: 'object', title: 'Shop', properties: { town: { type: 'string', title: 'Town' } } },
  },
};
const given = (value: Json, of: Json | undefined = schema): [string, string][] =>
  givenIn(of, value, 'Yes', 'No').map(({ label, text }) => [label, text]);

test('what was filled in stands in the order of the form, by the words of the choices', () => {
  assert.deepEqual(given({ shop: { town: 'Bern' }, themes: ['dark', 'light'], sound: false, size: 5, title: 'Game' }), [
    ['Title', 'Game'],
    ['Size', '5×5'],
    ['sound', 'No'],
    ['themes', 'dark, light'],
    ['Shop › Town', 'Bern'],
  ]);
});

test('what was left out is left out', () =>
  assert.deepEqual(given({ title: 'Game', size: null }), [['Title', 'Game']]));

test('what the form does not name is shown as it is', () =>
  assert.deepEqual(given({ title: 'Game', more: { a: [1] } }), [
    ['Title', 'Game'],
    ['more', '{"a":[1]}'],
  ]));

test('a bare value, and a value without a form', () => {
  assert.deepEqual(given(7, { type: 'integer' }), [['', '7']]);
  assert.deepEqual(given({ a: 'x' }, {}), [['a', 'x']]);
  assert.deepEqual(given('x', {}), [['', 'x']]);
});

test('members that are named like parts of every object', () =>
  assert.deepEqual(given(JSON.parse('{"title":"x","__proto__":"y"}') as Json), [
    ['Title', 'x'],
    ['__proto__', 'y'],
  ]));

test('a paused deadline says what was left, however late it is looked at', () => {
  const question = { askedAt: 1_000, deadline: 61_000 };
  assert.equal(timeLeft(question, 31_000), 30_000);
  assert.equal(timeLeft({ ...question, paused: true }, 31_000), 60_000);
  assert.equal(timeLeft({ ...question, paused: true }, 9_000_000), 60_000);
});
