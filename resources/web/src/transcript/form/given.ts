import type { Json } from '../contract';
import { fieldsOf, type FormField } from './fields';
import { isSchema } from './plain_schema';

// A form's answers, for display.

export interface Given {
  label: string;
  text: string;
}

/** The member at the path; undefined if there is none. */
function memberAt(value: Json, path: string[]): Json | undefined {
  let place: Json | undefined = value;
  for (const name of path) place = isSchema(place) && Object.hasOwn(place, name) ? place[name] : undefined;
  return place;
}

const plainText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** With the title of its option, if it is one. */
function wordsFor(field: FormField, value: Json, yes: string, no: string): string {
  if (typeof value === 'boolean') return value ? yes : no;
  if (Array.isArray(value) && value.every((one) => !isSchema(one)))
    return value.map((one) => wordsFor(field, one, yes, no)).join(', ');
  const known = JSON.stringify(value);
  return field.choices.find((choice) => JSON.stringify(choice.value) === known)?.label ?? plainText(value);
}

/** Members of the answer that the form has no field for: an agent may accept what its schema does not name. */
function others(fields: FormField[], value: Json): Given[] {
  if (!isSchema(value)) return [];
  const known = new Set(fields.map((field) => field.path[0]));
  return Object.entries(value)
    .filter(([name]) => !known.has(name))
    .map(([name, member]) => ({ label: name, text: plainText(member) }));
}

/** Field by field, in the form's order; omitted ones are left out. `yes` and `no` are the words for true and false. */
export function givenIn(schema: Json | undefined, value: Json, yes: string, no: string): Given[] {
  const fields = fieldsOf(schema);
  const isOneValue = !isSchema(value) || (fields.length === 1 && fields[0].path.length === 0);
  if (isOneValue)
    return [
      { label: fields[0]?.label ?? '', text: fields[0] ? wordsFor(fields[0], value, yes, no) : plainText(value) },
    ];
  const given = fields.flatMap((field) => {
    const member = memberAt(value, field.path);
    return member === undefined || member === null
      ? []
      : [{ label: field.label, text: wordsFor(field, member, yes, no) }];
  });
  return [...given, ...others(fields, value)];
}
