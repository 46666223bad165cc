import { el } from '../dom';
import { fieldsOf, initialTyped, type FieldChoice, type FormField, type Typed } from '../form/fields';
import { formValue, type FieldError } from '../form/value';
import type { Json } from '../contract';
import { shownText, visibleText } from '../safety/visible_text';
import { say } from '../words';
import { icon } from './icons';

let lastId = 0;

interface Input {
  field: FormField;
  control: HTMLElement;
  focus: HTMLElement;
  read(): Typed;
  problem: HTMLElement;
}

function textInput(field: FormField, typed: Typed): { control: HTMLInputElement | HTMLTextAreaElement; read(): Typed } {
  const isLong =
    field.kind === 'long' || field.kind === 'lines' || field.kind === 'json' || field.types.includes('object');
  const control = isLong ? el('textarea', 'field') : el('input', 'field');
  if (control instanceof HTMLInputElement) control.inputMode = field.kind === 'number' ? 'decimal' : 'text';
  control.value = typeof typed === 'string' ? typed : '';
  if (field.code && control instanceof HTMLTextAreaElement) {
    control.classList.add('code');
    control.spellcheck = false;
    control.rows = Math.min(20, control.value.split('\n').length + 1);
  }
  return { control, read: () => control.value };
}

const labelOf = (field: FormField, choice: FieldChoice): string =>
  field.kind === 'maybe' ? say(choice.value === true ? 'yes' : 'no') : choice.label;

function choiceInput(field: FormField, typed: Typed): { control: HTMLSelectElement; read(): Typed } {
  const control = el('select', 'field');
  if (!field.required || !Array.isArray(typed) || typed.length === 0) control.append(new Option(say('formChoose'), ''));
  field.choices.forEach((choice, index) =>
    control.append(new Option(shownText(labelOf(field, choice)), String(index))),
  );
  control.value = Array.isArray(typed) && typed.length ? String(typed[0]) : '';
  return { control, read: () => (control.value === '' ? [] : [Number(control.value)]) };
}

function checkInput(label: string, checked: boolean): { control: HTMLLabelElement; box: HTMLInputElement } {
  const box = el('input');
  box.type = 'checkbox';
  box.checked = checked;
  return {
    control: el('label', 'check', box, el('span', 'b', icon('check', 'xs')), el('span', '', ...visibleText(label))),
    box,
  };
}

function severalInput(field: FormField, typed: Typed): { control: HTMLElement; read(): Typed } {
  const checks = field.choices.map((choice, index) =>
    checkInput(choice.label, Array.isArray(typed) && typed.includes(index)),
  );
  return {
    control: el('span', 'checks', ...checks.map((check) => check.control)),
    read: () => checks.flatMap((check, index) => (check.box.checked ? [index] : [])),
  };
}

function makeInput(field: FormField, typed: Typed): Input {
  const problem = el('span', 'problem');
  problem.setAttribute('role', 'alert');
  if (field.kind === 'boolean') {
    const { control, box } = checkInput(field.hint || say('yes'), typed === true);
    return { field, control, focus: box, problem, read: () => box.checked };
  }
  if (field.kind === 'several') {
    const { control, read } = severalInput(field, typed);
    return { field, control, focus: control.querySelector('input') ?? control, problem, read };
  }
  const { control, read } =
    field.kind === 'choice' || field.kind === 'maybe' ? choiceInput(field, typed) : textInput(field, typed);
  return { field, control, focus: control, problem, read };
}

function hintOf(field: FormField): string {
  if (field.kind === 'boolean') return '';
  const range =
    field.minimum !== undefined && field.maximum !== undefined ? say('formRange', field.minimum, field.maximum) : '';
  const lines = field.kind === 'lines' ? say('formLines') : '';
  return [field.hint, lines, range].filter(Boolean).join(' · ');
}

/** Always: in an optional object, a field is required only if something in it is filled in. */
const isNeeded = (field: FormField): boolean => field.required && field.optionalAt.length === 0;

/** A form made from a JSON schema. */
export class SchemaForm {
  readonly element = el('div', 'form');
  readonly hasRequired: boolean;
  private readonly inputs: Input[];
  private readonly fields: FormField[];

  constructor(schema: Json, kept: Record<string, Typed>) {
    this.fields = fieldsOf(schema);
    this.hasRequired = this.fields.some(isNeeded);
    this.inputs = this.fields.map((field) => makeInput(field, kept[field.key] ?? initialTyped(field)));
    for (const input of this.inputs) this.element.append(...this.line(input));
    this.element.addEventListener('input', () => this.lookAgain());
  }

  /** It contains a proposed text, and nothing else. */
  get isText(): boolean {
    return this.fields.length === 1 && this.fields[0].code;
  }

  get isEmpty(): boolean {
    return this.fields.length === 0;
  }

  typed(): Record<string, Typed> {
    return Object.fromEntries(this.inputs.map((input) => [input.field.key, input.read()]));
  }

  /** To the first field, at the beginning of its content. */
  focus(): void {
    const first = this.inputs[0]?.focus;
    first?.focus({ preventScroll: true });
    if (first instanceof HTMLTextAreaElement) first.setSelectionRange(0, 0);
  }

  /** The value as JSON text; errors are shown, the first one gets the focus, and there is no value. */
  submit(): string | undefined {
    const { value, errors } = this.value();
    this.show(errors);
    if (errors.length === 0) return JSON.stringify(value);
    this.inputs.find((input) => input.field.key === errors[0].key)?.focus.focus();
    return undefined;
  }

  private value(): ReturnType<typeof formValue> {
    return formValue(this.fields, new Map(Object.entries(this.typed())));
  }

  /** Corrected errors are no longer shown. New ones wait for the end. */
  private lookAgain(): void {
    const wrong = new Set(this.inputs.filter((input) => input.problem.textContent).map((input) => input.field.key));
    if (wrong.size) this.show(this.value().errors.filter((error) => wrong.has(error.key)));
  }

  private line(input: Input): Node[] {
    lastId += 1;
    const { field } = input;
    const label = el('label', 'lab', ...visibleText(field.label), ' ', isNeeded(field) ? el('em', '', '*') : null);
    input.focus.id = `form-field-${lastId}`;
    label.htmlFor = input.focus.id;
    input.focus.setAttribute('aria-required', String(isNeeded(field)));
    const hint = hintOf(field);
    const narrow = field.kind === 'number';
    input.control.classList.toggle('narrow', narrow);
    const value = el(
      'div',
      'val',
      narrow ? el('span', 'row', input.control, el('span', 't3 meta', ...visibleText(hint))) : input.control,
    );
    if (hint && !narrow) value.append(el('span', 'hint', ...visibleText(hint)));
    value.append(input.problem);
    return [label, value];
  }

  private show(errors: FieldError[]): void {
    for (const input of this.inputs) {
      const error = errors.find((candidate) => candidate.key === input.field.key);
      const said = error ? say(error.problem, error.limit ?? '') : '';
      if (input.problem.textContent !== said) input.problem.textContent = said; // it is read aloud each time
      input.focus.setAttribute('aria-invalid', String(Boolean(error)));
    }
  }
}
