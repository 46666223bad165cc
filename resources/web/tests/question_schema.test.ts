import assert from 'node:assert/strict';
import test from 'node:test';
import type { Json } from '../src/transcript/contract';
import { fieldsOf, formValue, initialTyped, type Typed } from '../src/transcript/question_schema';

const schema: Json = {
  type: 'object', required: ['title', 'licence'],
  properties: {
    title: { type: 'string', title: 'Title', minLength: 2, maxLength: 8, default: '2048' },
    licence: { type: 'string', enum: ['Apache-2.0', 'MIT'] },
    speed: { type: 'integer', minimum: 0, maximum: 400, default: 120 },
    sound: { type: 'boolean', default: true },
    size: { oneOf: [{ const: 4, title: '4×4' }, { const: 5, title: '5×5' }] },
    themes: { type: 'array', items: { enum: ['light', 'dark'] } },
    extra: { type: 'object' },
  },
};
const fields = fieldsOf(schema);
const fill = (typed: Record<string, Typed>): ReturnType<typeof formValue> => formValue(fields, new Map(Object.entries({ title: '2048', licence: [0], ...typed })));

test('each kind of field', () => {
  assert.deepEqual(fields.map((field) => [field.key, field.kind, field.required]), [
    ['title', 'text', true], ['licence', 'choice', true], ['speed', 'number', false], ['sound', 'boolean', false], ['size', 'choice', false], ['themes', 'several', false], ['extra', 'json', false]]);
  assert.deepEqual(fields.map(initialTyped), ['2048', [], '120', true, [], [], '']);
});

test('what is typed becomes a value of the right types', () => {
  const { value, errors } = fill({ speed: '80', sound: true, size: [1], themes: [0, 1], extra: '{"a":[1]}' });
  assert.deepEqual(errors, []);
  assert.deepEqual(value, { title: '2048', licence: 'Apache-2.0', speed: 80, sound: true, size: 5, themes: ['light', 'dark'], extra: { a: [1] } });
});

test('empty fields that are not needed are left out', () => assert.deepEqual(fill({ speed: ' ' }).value, { title: '2048', licence: 'Apache-2.0', sound: false }));

for (const [typed, key, problem] of [
  [{ title: '' }, 'title', 'formRequired'], [{ title: 'x' }, 'title', 'formTooShort'], [{ title: 'much too long' }, 'title', 'formTooLong'], [{ licence: [] }, 'licence', 'formRequired'],
  [{ speed: 'x' }, 'speed', 'formNotNumber'], [{ speed: '1.5' }, 'speed', 'formNotInteger'], [{ speed: '-1' }, 'speed', 'formMinimum'], [{ speed: '401' }, 'speed', 'formMaximum'], [{ extra: '{' }, 'extra', 'formNotJson'],
] as [Record<string, Typed>, string, string][]) {
  test(`error: ${problem} in ${key}`, () => assert.deepEqual(fill(typed).errors.map((error) => [error.key, error.problem]), [[key, problem]]));
}

test('a pattern counts, but one that could run for ever is not tried', () => {
  const one = (pattern: string): ReturnType<typeof fieldsOf> => fieldsOf({ type: 'object', properties: { a: { type: 'string', pattern } } });
  assert.equal(formValue(one('^\\d+$'), new Map([['a', 'x']])).errors[0].problem, 'formPattern');
  assert.deepEqual(formValue(one('^(a+)+$'), new Map([['a', `${'a'.repeat(60)}!`]])).errors, []);
});

test('a field may be named like a part of every object', () => {
  const odd = fieldsOf({ type: 'object', properties: JSON.parse('{"__proto__":{"type":"string"}}') as Json });
  const { value } = formValue(odd, new Map([['__proto__', 'x']]));
  assert.equal(JSON.stringify(value), '{"__proto__":"x"}');
});

test('a bare value, and what is no schema', () => {
  assert.deepEqual(formValue(fieldsOf({ type: 'integer' }), new Map([['', '7']])).value, 7);
  for (const none of [null, [], 'x', {}, { type: 'object' }] as Json[]) assert.deepEqual(fieldsOf(none), []);
});
