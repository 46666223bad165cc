import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import type { Json } from '../src/transcript/contract';
import { fieldsOf, initialTyped, type Typed } from '../src/transcript/form/fields';
import { formValue } from '../src/transcript/form/value';

const schema: Json = {
  type: 'object',
  required: ['title', 'licence'],
  properties: {
    title: { type: 'string', title: 'Title', minLength: 2, maxLength: 8, default: '2048' },
    licence: { type: 'string', enum: ['Apache-2.0', 'MIT'] },
    speed: { type: 'integer', minimum: 0, maximum: 400, default: 120 },
    sound: { type: 'boolean', default: true },
    size: {
      oneOf: [
        { const: 4, title: '4×4' },
        { const: 5, title: '5×5' },
      ],
    },
    themes: { type: 'array', items: { enum: ['light', 'dark'] } },
    extra: { type: 'object' },
  },
};
const fields = fieldsOf(schema);
const fill = (typed: Record<string, Typed>): ReturnType<typeof formValue> =>
  formValue(fields, new Map(Object.entries({ title: '2048', licence: [0], ...typed })));

test('each kind of field', () => {
  assert.deepEqual(
    fields.map((field) => [field.key, field.kind, field.required]),
    [
      ['title', 'text', true],
      ['licence', 'choice', true],
      ['speed', 'number', false],
      ['sound', 'boolean', false],
      ['size', 'choice', false],
      ['themes', 'several', false],
      ['extra', 'json', false],
    ],
  );
  assert.deepEqual(fields.map(initialTyped), ['2048', [], '120', true, [], [], '']);
});

test('what is typed becomes a value of the right types', () => {
  const { value, errors } = fill({ speed: '80', sound: true, size: [1], themes: [0, 1], extra: '{"a":[1]}' });
  assert.deepEqual(errors, []);
  assert.deepEqual(value, {
    title: '2048',
    licence: 'Apache-2.0',
    speed: 80,
    sound: true,
    size: 5,
    themes: ['light', 'dark'],
    extra: { a: [1] },
  });
});

test('empty fields that are not needed are left out', () =>
  assert.deepEqual(fill({ speed: ' ' }).value, { title: '2048', licence: 'Apache-2.0', sound: false }));

for (const [typed, key, problem] of [
  [{ title: '' }, 'title', 'formRequired'],
  [{ title: 'x' }, 'title', 'formTooShort'],
  [{ title: 'much too long' }, 'title', 'formTooLong'],
  [{ licence: [] }, 'licence', 'formRequired'],
  [{ speed: 'x' }, 'speed', 'formNotNumber'],
  [{ speed: '1.5' }, 'speed', 'formNotInteger'],
  [{ speed: '-1' }, 'speed', 'formMinimum'],
  [{ speed: '401' }, 'speed', 'formMaximum'],
  [{ extra: '{' }, 'extra', 'formNotJson'],
] as [Record<string, Typed>, string, string][]) {
  test(`error: ${problem} in ${key}`, () =>
    assert.deepEqual(
      fill(typed).errors.map((error) => [error.key, error.problem]),
      [[key, problem]],
    ));
}

test('a pattern counts, but one that could run for ever is not tried', () => {
  const one = (pattern: string): ReturnType<typeof fieldsOf> =>
    fieldsOf({ type: 'object', properties: { a: { type: 'string', pattern } } });
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

const pydantic = JSON.parse(readFileSync('tests/data/pydantic.json', 'utf8')) as {
  answer: { schema: Json; typed: Record<string, Typed>; value: Json };
  tree: Json;
};
const answer = fieldsOf(pydantic.answer.schema);
const kept = (typed: Record<string, Typed>): Map<string, Typed> =>
  new Map([...answer.map((field): [string, Typed] => [field.key, initialTyped(field)]), ...Object.entries(typed)]);
const errorsOf = (typed: Record<string, Typed>): [string, string][] =>
  formValue(answer, kept({ ...pydantic.answer.typed, ...typed })).errors.map((error) => [error.key, error.problem]);

test('what pydantic makes of a class becomes the right fields', () => {
  assert.deepEqual(
    answer.map((field) => `${field.label}: ${field.kind}`),
    [
      'color: choice',
      'Needed Count: number',
      'addr › Street: text',
      'addr › Number: number',
      'third › Street: text',
      'third › Number: number',
      'Price: number',
      'Colors: several',
      'shade: choice',
      'Count: number',
      'Ok: maybe',
      'Sure: boolean',
      'other › Street: text',
      'other › Number: number',
      'Size: choice',
      'Tags: lines',
      'Numbers: lines',
      'Id: any',
      'Extra: json',
      'Parts: json',
      'Kind: choice',
    ],
  );
  assert.deepEqual(answer.find((field) => field.label === 'Kind')?.choices, [{ label: 'answer', value: 'answer' }]);
  assert.deepEqual(
    answer.filter((field) => field.nullable).map((field) => field.label),
    ['Needed Count', 'addr › Number', 'third › Number', 'Count', 'Ok', 'other › Number'],
  );
});

test('what is typed into them is what the class takes', () =>
  assert.deepEqual(formValue(answer, kept(pydantic.answer.typed)), { value: pydantic.answer.value, errors: [] }));

for (const [typed, key, problem] of [
  [{ color: [] }, 'color', 'formRequired'],
  [{ count: '10' }, 'count', 'formBelow'],
  [{ count: '-1' }, 'count', 'formMinimum'],
  [{ count: '1.5' }, 'count', 'formNotInteger'],
  [{ price: '0' }, 'price', 'formAbove'],
  [{ price: '0.12' }, 'price', 'formMultiple'],
  [{ tags: 'a\nb\nc\nd' }, 'tags', 'formTooMany'],
  [{ numbers: '1\nx' }, 'numbers', 'formNotNumber'],
  [{ colors: [] }, 'colors', 'formRequired'],
  [{ extra: '[1]' }, 'extra', 'formNotObject'],
  [{ parts: '{}' }, 'parts', 'formNotList'],
  [{ 'addr\0street': '' }, 'addr\0street', 'formRequired'],
  [{ 'other\0number': '2' }, 'other\0street', 'formRequired'],
] as [Record<string, Typed>, string, string][]) {
  test(`error of a pydantic form: ${problem} in ${key.replace('\0', '.')}`, () =>
    assert.deepEqual(errorsOf(typed), [[key, problem]]));
}

test('of several types, what reads as one of them is that', () => {
  const id = (typed: string): Json =>
    (formValue(answer, kept({ ...pydantic.answer.typed, id: typed })).value as { id: Json }).id;
  assert.deepEqual([id('12'), id('1.5'), id('x'), id('true')], [12, '1.5', 'x', 'true']);
});

test('a schema that refers to itself ends', () => {
  const fields = fieldsOf(pydantic.tree);
  assert.deepEqual(
    fields.slice(0, 3).map((field) => field.label),
    ['Name', 'left › Name', 'left › left › Name'],
  );
  assert.ok(fields.length <= 60);
  const many: Json = {
    $defs: { a: { anyOf: Array.from({ length: 30 }, () => ({ $ref: '#/$defs/a' })) } },
    properties: { x: { $ref: '#/$defs/a' } },
  };
  assert.equal(fieldsOf(many).length, 1);
});

test('references lead nowhere else', () => {
  for (const reference of ['https://example.org/a', '#/$defs/none', '#/constructor', '#/%', '#x'])
    assert.deepEqual(
      fieldsOf({ properties: { x: { $ref: reference } } }).map((field) => field.kind),
      ['text'],
    );
});

test('of very many fields the needed ones come first, in their order', () => {
  const keys = Array.from({ length: 40_000 }, (_, index) => `k${index}`);
  const properties = Object.fromEntries(keys.map((key) => [key, { type: 'string' }]));
  const needed = ['k39999', 'k7', 'k39999', 'none', 'k12'];
  const made = fieldsOf({ type: 'object', required: needed, properties });
  assert.equal(made.length, 60);
  assert.deepEqual(
    made.slice(0, 4).map((field) => [field.key, field.required]),
    [
      ['k39999', true],
      ['k7', true],
      ['k12', true],
      ['k0', false],
    ],
  );
  assert.deepEqual(
    fieldsOf({ type: 'object', required: keys, properties }).map((field) => field.key),
    keys.slice(0, 60),
  );
});

test('names and hints of fields end', () => {
  const long = 'x'.repeat(100_000);
  const [field] = fieldsOf({ type: 'object', properties: { a: { title: long, description: long, enum: [long] } } });
  assert.equal(field.label.length, 1_001);
  assert.equal(field.hint.length, 2_001);
  assert.equal(field.choices[0].label.length, 1_001);
  assert.equal(field.choices[0].value, long); // what is answered is not cut
});
