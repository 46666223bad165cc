import type { Json } from '../contract';
import { hintCap, labelTextCap } from '../safety/caps';
import { isSchema, plainSchema, Root, type Schema } from './plain_schema';

// The part of JSON Schema that questions use, as fields of a form.

export interface FieldChoice {
  label: string;
  value: Json;
}

export interface FormField {
  /** Of this field alone in the form. */
  key: string;
  /** Path of its value; empty for a form of one bare value. */
  path: string[];
  /** Lengths of the prefixes of the path whose object may be omitted as a whole. */
  optionalAt: number[];
  /** Among them, those that are null then: they are required, and nullable. */
  nullAt: number[];
  label: string;
  hint: string;
  /** `maybe`: yes, no or nothing; `lines`: a list, one item per line; `any`: of more than one type. */
  kind: 'text' | 'long' | 'number' | 'boolean' | 'maybe' | 'choice' | 'several' | 'lines' | 'any' | 'json';
  required: boolean;
  /** Null is allowed as its value. */
  nullable: boolean;
  code: boolean;
  initial: Json | undefined;
  integer: boolean;
  choices: FieldChoice[];
  /** For a list. */
  item?: FormField;
  /** JSON types that it may have; empty = any. */
  types: string[];
  minimum?: number;
  maximum?: number;
  above?: number;
  below?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const numberOf = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined);
const optionsOf = (schema: Schema): Schema[] => (Array.isArray(schema.anyOf) ? schema.anyOf.filter(isSchema) : []);

/** JSON types that a plain schema allows; none = any. */
function typesOf(schema: Schema): string[] {
  if (Array.isArray(schema.type)) return schema.type.map(textOf).filter(Boolean);
  if (typeof schema.type === 'string') return [schema.type];
  const options = optionsOf(schema).map(typesOf);
  return options.some((types) => types.length === 0) ? [] : [...new Set(options.flat())];
}

const typeOf = (schema: Schema): string => {
  const types = typesOf(schema);
  return types.length === 1 ? types[0] : '';
};

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

const choiceOf = (value: Json, title?: Json): FieldChoice => ({
  label: cut(textOf(title) || (typeof value === 'string' ? value : JSON.stringify(value)), labelTextCap),
  value,
});

/** Titles of its options, if they have any; the field's own title is its label. */
function choicesOf(schema: Schema, title?: Json): FieldChoice[] {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => choiceOf(value));
  if ('const' in schema) return [choiceOf(schema.const, title)];
  const options = optionsOf(schema).map((option) => choicesOf(option, option.title));
  return options.every((choices) => choices.length > 0) ? options.flat() : [];
}

const isLong = (schema: Schema): boolean =>
  (numberOf(schema.maxLength) ?? 0) > 200 || schema.format === 'textarea' || schema.format === 'code';

function kindOf(
  schema: Schema,
  nullable: boolean,
  choices: FieldChoice[],
  item: FormField | undefined,
): FormField['kind'] {
  if (choices.length) return 'choice';
  const types = typesOf(schema);
  if (types.length > 1 && !(types.length === 2 && types.includes('integer') && types.includes('number'))) return 'any';
  switch (types[0]) {
    case 'boolean':
      return nullable ? 'maybe' : 'boolean';
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
      return isLong(schema) ? 'long' : 'text';
    case 'array':
      return item?.kind === 'choice' ? 'several' : item?.kind === 'text' || item?.kind === 'number' ? 'lines' : 'json';
    case undefined:
      return 'text';
    default:
      return 'json';
  }
}

const own = (value: Json | undefined, exclusive: Json | undefined): number | undefined =>
  exclusive === true ? undefined : numberOf(value);
const exclusiveOf = (value: Json | undefined, exclusive: Json | undefined): number | undefined =>
  exclusive === true ? numberOf(value) : numberOf(exclusive);

/** Where a field is in its form. */
interface Stand {
  path: string[];
  labels: string[];
  optionalAt: number[];
  nullAt: number[];
  required: boolean;
}

function fieldOf(schema: Schema, nullable: boolean, root: Root, stand: Stand): FormField {
  const item = isSchema(schema.items) ? bareField(schema.items, root) : undefined;
  const choices = choicesOf(schema);
  const kind = kindOf(schema, nullable, choices, item);
  return {
    kind,
    nullable,
    item,
    key: keyOf(stand.path),
    path: stand.path,
    optionalAt: stand.optionalAt,
    nullAt: stand.nullAt,
    required: stand.required,
    label: stand.labels.join(' › '),
    hint: cut(textOf(schema.description), hintCap),
    code: schema.format === 'code',
    initial: schema.default ?? (choices.length === 1 && stand.required ? choices[0].value : schema.default),
    integer: typeOf(schema) === 'integer',
    choices:
      kind === 'several'
        ? (item?.choices ?? [])
        : kind === 'maybe'
          ? [
              { label: 'yes', value: true },
              { label: 'no', value: false },
            ]
          : choices,
    types: typesOf(schema),
    minimum: own(schema.minimum, schema.exclusiveMinimum),
    maximum: own(schema.maximum, schema.exclusiveMaximum),
    above: exclusiveOf(schema.minimum, schema.exclusiveMinimum),
    below: exclusiveOf(schema.maximum, schema.exclusiveMaximum),
    multipleOf: numberOf(schema.multipleOf),
    minItems: numberOf(schema.minItems),
    maxItems: numberOf(schema.maxItems),
    minLength: numberOf(schema.minLength),
    maxLength: numberOf(schema.maxLength),
    pattern: textOf(schema.pattern) || undefined,
  };
}

function bareField(schema: Schema, root: Root): FormField {
  const plain = plainSchema(schema, root);
  return fieldOf(plain.schema, plain.nullable, root, {
    path: [],
    labels: [],
    optionalAt: [],
    nullAt: [],
    required: true,
  });
}

export const keyOf = (path: string[]): string => path.join('\u0000');

const mostFields = 60;
/** Objects within objects; deeper ones are typed as JSON. */
const deepestObject = 3;

/** The order of its members was lost on the way here, except that of the required ones. */
function membersInOrder(properties: Schema, order: Json[]): [string, Json][] {
  const needed = new Set(order.map(textOf).filter((key) => Object.hasOwn(properties, key)));
  const members: [string, Json][] = [...needed].slice(0, mostFields).map((key) => [key, properties[key]]);
  for (const [key, value] of Object.entries(properties)) {
    if (members.length >= mostFields) break;
    if (!needed.has(key)) members.push([key, value]);
  }
  return members;
}

function fieldsIn(object: Schema, root: Root, parent: Stand): FormField[] {
  const order = Array.isArray(object.required) ? object.required : [];
  const members = membersInOrder(object.properties as Schema, order);
  const required = new Set(order);
  return members.flatMap(([key, given]) => {
    const { schema, nullable } = plainSchema(isSchema(given) ? given : {}, root);
    const path = [...parent.path, key];
    const stand = {
      path,
      labels: [...parent.labels, cut(textOf(schema.title) || key, labelTextCap)],
      optionalAt: parent.optionalAt,
      nullAt: parent.nullAt,
      required: required.has(key),
    };
    if (!isSchema(schema.properties) || choicesOf(schema).length > 0 || path.length > deepestObject)
      return [fieldOf(schema, nullable, root, stand)];
    const canBeLeftOut = nullable || !stand.required || schema.default !== undefined;
    const within = fieldsIn(schema, root, {
      ...stand,
      optionalAt: canBeLeftOut ? [...parent.optionalAt, path.length] : parent.optionalAt,
      nullAt: nullable && stand.required ? [...parent.nullAt, path.length] : parent.nullAt,
    });
    return within.length ? within : [fieldOf(schema, nullable, root, stand)];
  });
}

/**
 * The fields of an object schema, required ones first, with those of nested objects; a schema of one bare value is one
 * field with the key "".
 */
export function fieldsOf(schema: Json | undefined): FormField[] {
  if (!isSchema(schema)) return [];
  const root = new Root(schema);
  const { schema: plain } = plainSchema(schema, root);
  if (isSchema(plain.properties))
    return fieldsIn(plain, root, { path: [], labels: [], optionalAt: [], nullAt: [], required: true }).slice(
      0,
      mostFields,
    );
  const isBare = choicesOf(plain).length > 0 || typesOf(plain).some((type) => type !== 'object');
  return isBare ? [bareField(schema, root)] : [];
}

/** What is typed into one field: a text, a checked state, or the indices of the chosen options. */
export type Typed = string | boolean | number[];

/** A field's initial content. */
export function initialTyped(field: FormField): Typed {
  const { initial } = field;
  const known = field.choices.map((choice) => JSON.stringify(choice.value));
  const indexOf = (wanted: Json): number => known.indexOf(JSON.stringify(wanted));
  if (field.kind === 'boolean') return initial === true;
  if (field.kind === 'choice' || field.kind === 'maybe')
    return initial === undefined || indexOf(initial) < 0 ? [] : [indexOf(initial)];
  if (field.kind === 'several')
    return Array.isArray(initial)
      ? initial
          .slice(0, known.length)
          .map(indexOf)
          .filter((index) => index >= 0)
      : [];
  if (initial === undefined || initial === null) return '';
  if (field.kind === 'lines' && Array.isArray(initial))
    return initial.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
  return typeof initial === 'string' ? initial : JSON.stringify(initial);
}
