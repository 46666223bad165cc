import type { Json } from './contract';

// The part of JSON Schema that questions use, as fields of a form, and what was typed as a value again.

export interface FieldChoice { label: string; value: Json }

export interface FormField {
  key: string;
  label: string;
  hint: string;
  kind: 'text' | 'long' | 'number' | 'boolean' | 'choice' | 'several' | 'json';
  required: boolean;
  code: boolean;
  initial: Json | undefined;
  integer: boolean;
  choices: FieldChoice[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

export type FormProblem = 'formRequired' | 'formNotNumber' | 'formNotInteger' | 'formMinimum' | 'formMaximum' | 'formTooShort' | 'formTooLong' | 'formPattern' | 'formNotJson';
export interface FieldError { key: string; problem: FormProblem; limit?: number }

type Schema = { [key: string]: Json };

const isSchema = (value: Json | undefined): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const numberOf = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined);

function typeOf(schema: Schema): string {
  const { type } = schema;
  if (typeof type === 'string') return type;
  return Array.isArray(type) ? textOf(type.find((name) => name !== 'null')) : '';
}

function choicesOf(schema: Schema): FieldChoice[] {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => ({ label: typeof value === 'string' ? value : JSON.stringify(value), value }));
  const options = schema.oneOf ?? schema.anyOf;
  if (!Array.isArray(options)) return [];
  const named = options.filter((option): option is Schema => isSchema(option) && 'const' in option);
  return named.map((option) => ({ label: textOf(option.title) || (typeof option.const === 'string' ? option.const : JSON.stringify(option.const)), value: option.const }));
}

function kindOf(schema: Schema, choices: FieldChoice[]): FormField['kind'] {
  if (choices.length) return 'choice';
  switch (typeOf(schema)) {
    case 'boolean': return 'boolean';
    case 'integer':
    case 'number': return 'number';
    case 'string': return (numberOf(schema.maxLength) ?? 0) > 200 || schema.format === 'textarea' || schema.format === 'code' ? 'long' : 'text';
    case 'array': return isSchema(schema.items) && choicesOf(schema.items).length ? 'several' : 'json';
    case '': return 'text';
    default: return 'json';
  }
}

function fieldOf(key: string, schema: Schema, required: boolean): FormField {
  const own = choicesOf(schema);
  const kind = kindOf(schema, own);
  return {
    key, kind, required,
    label: textOf(schema.title) || key,
    hint: textOf(schema.description),
    code: schema.format === 'code',
    initial: schema.default,
    integer: typeOf(schema) === 'integer',
    choices: kind === 'several' ? choicesOf(schema.items as Schema) : own,
    minimum: numberOf(schema.minimum), maximum: numberOf(schema.maximum),
    minLength: numberOf(schema.minLength), maxLength: numberOf(schema.maxLength),
    pattern: textOf(schema.pattern) || undefined,
  };
}

const mostFields = 60;

/** The fields of an object schema, in its order; a schema of one bare value is one field with the key "". */
export function fieldsOf(schema: Json | undefined): FormField[] {
  if (!isSchema(schema)) return [];
  if (!isSchema(schema.properties)) return typeOf(schema) && typeOf(schema) !== 'object' ? [fieldOf('', schema, true)] : [];
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(schema.properties).slice(0, mostFields).map(([key, field]) => fieldOf(key, isSchema(field) ? field : {}, required.has(key)));
}

type Read = { value: Json | undefined } | { problem: FormProblem; limit?: number };

function readNumber(field: FormField, text: string): Read {
  const value = Number(text.trim().replace(',', '.'));
  if (!Number.isFinite(value)) return { problem: 'formNotNumber' };
  if (field.integer && !Number.isInteger(value)) return { problem: 'formNotInteger' };
  if (field.minimum !== undefined && value < field.minimum) return { problem: 'formMinimum', limit: field.minimum };
  if (field.maximum !== undefined && value > field.maximum) return { problem: 'formMaximum', limit: field.maximum };
  return { value };
}

// A pattern comes from an agent: only short ones are tried, on short text, so that none can keep the page busy.
function matches(pattern: string, text: string): boolean {
  if (pattern.length > 100 || text.length > 200 || /[+*}]\)?[+*{]/.test(pattern) || /\([^)]*[+*|][^)]*\)[+*{]/.test(pattern)) return true;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

function readText(field: FormField, text: string): Read {
  const length = [...text].length;
  if (field.minLength !== undefined && length < field.minLength) return { problem: 'formTooShort', limit: field.minLength };
  if (field.maxLength !== undefined && length > field.maxLength) return { problem: 'formTooLong', limit: field.maxLength };
  if (field.pattern !== undefined && !matches(field.pattern, text)) return { problem: 'formPattern' };
  return { value: text };
}

function readJson(text: string): Read {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return { problem: 'formNotJson' };
  }
}

/** What is typed into one field: a text, a checked state, or the indices of what was chosen. */
export type Typed = string | boolean | number[];

function read(field: FormField, typed: Typed | undefined): Read {
  if (field.kind === 'boolean') return { value: typed === true };
  if (Array.isArray(typed)) {
    const values = typed.map((index) => field.choices[index]?.value).filter((value): value is Json => value !== undefined);
    if (field.kind === 'several') return values.length || !field.required ? { value: values } : { problem: 'formRequired' };
    if (values.length) return { value: values[0] };
  }
  const text = typeof typed === 'string' ? typed : '';
  if (text.trim() === '') return field.required ? { problem: 'formRequired' } : { value: undefined };
  if (field.kind === 'number') return readNumber(field, text);
  return field.kind === 'json' ? readJson(text) : readText(field, text);
}

/** The form's value, or what is wrong, field by field. Fields that are left empty are left out. */
export function formValue(fields: FormField[], typed: Map<string, Typed>): { value: Json; errors: FieldError[] } {
  const value: { [key: string]: Json } = {};
  const errors: FieldError[] = [];
  for (const field of fields) {
    const result = read(field, typed.get(field.key));
    if ('problem' in result) errors.push({ key: field.key, problem: result.problem, limit: result.limit });
    else if (result.value !== undefined) Object.defineProperty(value, field.key, { value: result.value, enumerable: true, configurable: true, writable: true });
  }
  if (fields.length === 1 && fields[0].key === '') return { value: value[''] ?? null, errors };
  return { value, errors };
}

/** What a field holds before anybody has typed. */
export function initialTyped(field: FormField): Typed {
  const { initial } = field;
  const known = field.choices.map((choice) => JSON.stringify(choice.value));
  const indexOf = (wanted: Json): number => known.indexOf(JSON.stringify(wanted));
  if (field.kind === 'boolean') return initial === true;
  if (field.kind === 'choice') return initial === undefined || indexOf(initial) < 0 ? [] : [indexOf(initial)];
  if (field.kind === 'several') return Array.isArray(initial) ? initial.slice(0, known.length).map(indexOf).filter((index) => index >= 0) : [];
  if (initial === undefined || initial === null) return '';
  return typeof initial === 'string' ? initial : JSON.stringify(initial);
}
