import type { Json } from '../contract';

// JSON Schema as programs write it (pydantic: `$ref` into `$defs`, `anyOf` with null, `allOf` around one), simplified.

export type Schema = { [key: string]: Json };
export interface PlainSchema {
  schema: Schema;
  nullable: boolean;
}

export const isSchema = (value: Json | undefined): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A schema may refer to itself, more than once: at most this depth, and this many schemas, are examined. */
const deepest = 8;
const most = 2_000;

function stepOf(text: string): string {
  try {
    return decodeURIComponent(text).replace(/~1/g, '/').replace(/~0/g, '~');
  } catch {
    return text;
  }
}

/** What a reference within the same schema refers to. Others are not followed: nothing is fetched. */
function pointed(root: Schema, reference: string): Schema | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let place: Json = root;
  for (const step of reference.split('/').slice(1).map(stepOf)) {
    if (!isSchema(place) || !Object.hasOwn(place, step)) return undefined;
    place = place[step];
  }
  return isSchema(place) ? place : undefined;
}

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** Both count; if they differ, the second. */
function merged(first: Schema, second: Schema): Schema {
  const both: Schema = { ...first, ...second };
  if (isSchema(first.properties) && isSchema(second.properties))
    both.properties = { ...first.properties, ...second.properties };
  if (first.required && second.required) both.required = [...listOf(first.required), ...listOf(second.required)];
  return both;
}

const isNull = (schema: Schema): boolean => schema.type === 'null' || ('const' in schema && schema.const === null);

/** The options of which one must match, without null. */
function withOptions(schema: Schema, root: Root, depth: number): PlainSchema {
  const { anyOf, oneOf, ...own } = schema;
  const given = listOf(Array.isArray(anyOf) ? anyOf : oneOf).filter(isSchema);
  if (given.length === 0) return { schema: own, nullable: false };
  const plain = given.map((option) => plainSchema(option, root, depth + 1));
  const options = plain.map((option) => option.schema).filter((option) => !isNull(option));
  const nullable = options.length < plain.length || plain.some((option) => option.nullable);
  return { schema: options.length === 1 ? merged(options[0], own) : { ...own, anyOf: options }, nullable };
}

function withoutNullType(schema: Schema): PlainSchema {
  const plain = { ...schema };
  let nullable = schema.nullable === true; // as OpenAPI 3.0 says it
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null');
    nullable = nullable || types.length < schema.type.length;
    plain.type = types.length === 1 ? types[0] : types;
  }
  if (Array.isArray(schema.enum)) {
    plain.enum = schema.enum.filter((value) => value !== null);
    nullable = nullable || plain.enum.length < schema.enum.length;
  }
  return { schema: plain, nullable };
}

/** The whole schema, which references point into, and how many of its parts may still be examined. */
export class Root {
  left = most;
  constructor(readonly schema: Schema) {}
}

/** The same with references resolved and combinations merged; whether it may be null is kept separately. */
export function plainSchema(schema: Schema, root: Root, depth = 0): PlainSchema {
  root.left -= 1;
  if (depth > deepest || root.left < 0) return { schema: {}, nullable: false };
  const { $ref, allOf, ...own } = schema;
  const parts = listOf(allOf).filter(isSchema);
  const target = typeof $ref === 'string' ? pointed(root.schema, $ref) : undefined;
  if (target) {
    const { title, ...rest } = target; // the name of the type, not of the field
    parts.unshift(isNull(rest) ? { title, ...rest } : rest);
  }
  const plain = parts.map((part) => plainSchema(part, root, depth + 1));
  const whole = merged(
    plain.reduce((before, part) => merged(before, part.schema), {} as Schema),
    own,
  );
  const options = withOptions(whole, root, depth);
  const types = withoutNullType(options.schema);
  return { schema: types.schema, nullable: options.nullable || types.nullable || plain.some((part) => part.nullable) };
}
