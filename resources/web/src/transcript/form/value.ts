import type { Json } from '../contract';
import { initialTyped, keyOf, type FormField, type Typed } from './fields';
import type { Schema } from './plain_schema';

// Turns what was typed into a form back into a value.

export type FormProblem =
  | 'formRequired'
  | 'formNotNumber'
  | 'formNotInteger'
  | 'formMinimum'
  | 'formMaximum'
  | 'formAbove'
  | 'formBelow'
  | 'formMultiple'
  | 'formTooShort'
  | 'formTooLong'
  | 'formPattern'
  | 'formTooFew'
  | 'formTooMany'
  | 'formNotJson'
  | 'formNotObject'
  | 'formNotList';
export interface FieldError {
  key: string;
  problem: FormProblem;
  limit?: number;
}

type Read = { value: Json | undefined } | { problem: FormProblem; limit?: number };

/** Within the precision of a double: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  return of <= 0 || Math.abs(times - Math.round(times)) <= 1e-9 * Math.max(1, Math.abs(times));
}

function readNumber(field: FormField, text: string): Read {
  const value = Number(text.trim().replace(',', '.'));
  if (!Number.isFinite(value)) return { problem: 'formNotNumber' };
  if (field.integer && !Number.isInteger(value)) return { problem: 'formNotInteger' };
  if (field.minimum !== undefined && value < field.minimum) return { problem: 'formMinimum', limit: field.minimum };
  if (field.maximum !== undefined && value > field.maximum) return { problem: 'formMaximum', limit: field.maximum };
  if (field.above !== undefined && value <= field.above) return { problem: 'formAbove', limit: field.above };
  if (field.below !== undefined && value >= field.below) return { problem: 'formBelow', limit: field.below };
  if (field.multipleOf !== undefined && !isMultiple(value, field.multipleOf))
    return { problem: 'formMultiple', limit: field.multipleOf };
  return { value };
}

// A pattern comes from an agent: only short ones are tried, on short text, so that none can keep the page busy.
function matches(pattern: string, text: string): boolean {
  if (
    pattern.length > 100 ||
    text.length > 200 ||
    /[+*}]\)?[+*{]/.test(pattern) ||
    /\([^)]*[+*|][^)]*\)[+*{]/.test(pattern)
  )
    return true;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

function readText(field: FormField, text: string): Read {
  const length = [...text].length;
  if (field.minLength !== undefined && length < field.minLength)
    return { problem: 'formTooShort', limit: field.minLength };
  if (field.maxLength !== undefined && length > field.maxLength)
    return { problem: 'formTooLong', limit: field.maxLength };
  if (field.pattern !== undefined && !matches(field.pattern, text)) return { problem: 'formPattern' };
  return { value: text };
}

const jsonTypeOf = (value: Json): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const isOfType = (value: Json, type: string): boolean =>
  type === 'integer' ? Number.isInteger(value) : jsonTypeOf(value) === type;

function parsed(text: string): Read {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return { problem: 'formNotJson' };
  }
}

function readJson(field: FormField, text: string): Read {
  const read = parsed(text);
  if ('problem' in read || read.value === undefined || field.types.length === 0) return read;
  if (field.types.some((type) => isOfType(read.value as Json, type)) || (field.nullable && read.value === null))
    return read;
  return { problem: field.types.includes('array') ? 'formNotList' : 'formNotObject' };
}

/** Text that can be read as one of the other types is that; the rest is text, if text is allowed. */
function readAny(field: FormField, text: string): Read {
  const read = parsed(text);
  const value = 'problem' in read ? undefined : read.value;
  if (value !== undefined && field.types.some((type) => isOfType(value, type))) return read;
  return field.types.includes('string') ? { value: text } : { problem: 'formNotJson' };
}

function readCount(field: FormField, values: Json[]): Read {
  if (field.minItems !== undefined && values.length < field.minItems)
    return { problem: 'formTooFew', limit: field.minItems };
  if (field.maxItems !== undefined && values.length > field.maxItems)
    return { problem: 'formTooMany', limit: field.maxItems };
  return { value: values };
}

function readLines(field: FormField, item: FormField, text: string): Read {
  const values: Json[] = [];
  for (const line of text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)) {
    const read = item.kind === 'number' ? readNumber(item, line) : readText(item, line);
    if ('problem' in read) return read;
    if (read.value !== undefined) values.push(read.value);
  }
  return readCount(field, values);
}

function readChosen(field: FormField, chosen: number[]): Read {
  const values = chosen
    .map((index) => field.choices[index]?.value)
    .filter((value): value is Json => value !== undefined);
  if (field.kind !== 'several') return values.length ? { value: values[0] } : readEmpty(field);
  if (values.length === 0 && field.required && field.minItems !== 0) return { problem: 'formRequired' };
  return values.length || field.required ? readCount(field, values) : { value: undefined };
}

/** Nothing was typed: null if the field is required and nullable. */
function readEmpty(field: FormField): Read {
  if (!field.required) return { value: undefined };
  return field.nullable ? { value: null } : { problem: 'formRequired' };
}

function read(field: FormField, typed: Typed | undefined): Read {
  if (field.kind === 'boolean') return { value: typed === true };
  if (Array.isArray(typed)) return readChosen(field, typed);
  const text = typeof typed === 'string' ? typed : '';
  if (text.trim() === '') return readEmpty(field);
  if (field.kind === 'number') return readNumber(field, text);
  if (field.kind === 'lines' && field.item) return readLines(field, field.item, text);
  if (field.kind === 'any') return readAny(field, text);
  return field.kind === 'json' ? readJson(field, text) : readText(field, text);
}

const put = (object: Schema, name: string, value: Json): void => {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
};

function putAt(whole: Schema, path: string[], value: Json): void {
  let place = whole;
  for (const name of path.slice(0, -1)) {
    if (!Object.hasOwn(place, name)) put(place, name, {});
    place = place[name] as Schema;
  }
  put(place, path[path.length - 1], value);
}

/** Optional objects in which nothing was entered: their paths as keys. */
function untouched(fields: FormField[], typed: Map<string, Typed>): Set<string> {
  const objects = new Map<string, boolean>();
  for (const field of fields) {
    const isTouched =
      typed.has(field.key) && JSON.stringify(typed.get(field.key)) !== JSON.stringify(initialTyped(field));
    for (const length of field.optionalAt) {
      const object = keyOf(field.path.slice(0, length));
      objects.set(object, (objects.get(object) ?? true) && !isTouched);
    }
  }
  return new Set([...objects].filter(([, isUntouched]) => isUntouched).map(([object]) => object));
}

/** The form's value, or what is wrong, field by field. Empty fields are omitted, and so are untouched objects. */
export function formValue(fields: FormField[], typed: Map<string, Typed>): { value: Json; errors: FieldError[] } {
  if (fields.length === 1 && fields[0].path.length === 0) {
    const result = read(fields[0], typed.get(fields[0].key));
    return 'problem' in result
      ? { value: null, errors: [{ key: fields[0].key, ...result }] }
      : { value: result.value ?? null, errors: [] };
  }
  const value: Schema = {};
  const errors: FieldError[] = [];
  const leftOut = untouched(fields, typed);
  for (const field of fields) {
    const outermost = field.optionalAt.find((length) => leftOut.has(keyOf(field.path.slice(0, length))));
    if (outermost !== undefined) {
      if (field.nullAt.includes(outermost)) putAt(value, field.path.slice(0, outermost), null);
      continue;
    }
    const result = read(field, typed.get(field.key));
    if ('problem' in result) errors.push({ key: field.key, problem: result.problem, limit: result.limit });
    else if (result.value !== undefined) putAt(value, field.path, result.value);
  }
  return { value, errors };
}
