import type { AnswerKind, Json, Question, QuestionEnd, Row } from '../contract';
import { actButton, el, onTrusted } from '../dom';
import type { Typed } from '../form/fields';
import { givenIn } from '../form/given';
import { questionText } from '../question_text';
import { handedOverCap } from '../safety/caps';
import { splitHidden } from '../safety/invisible';
import { lookalikeName, visibleLabel, visibleParts, visibleText } from '../safety/visible_text';
import { clockTime, clockTimeSeconds, count, durationText, isSameDay, say } from '../words';
import type { Context } from './context';
import { deadlineRing } from './deadline';
import { diffCards } from './diff';
import { SchemaForm } from './form';
import { iconButton } from './header';
import { icon } from './icons';
import { pictures } from './media';
import { speakerName } from './people';

// A card that appears under a typing or clicking hand must not take what was meant for something else.
const deafFor = 400;

/** Where a card keeps what was typed in one's own words. */
const typedKey = (question: Question): string => `question.text.${question.id}`;

/** False if it was not sent. */
type Send = (kind: AnswerKind, value: string) => boolean;

/** `choose` while it waits; `chosen` once it was answered. */
function optionRow(
  question: Question,
  choose: ((label: string) => void) | undefined,
  chosen: string | undefined,
): HTMLElement {
  const row = el('div', 'opts');
  question.options.forEach((option, index) => {
    const isDefault = option.label === question.defaultOption;
    const parts: (Node | null)[] = [
      choose && index < 9 ? el('kbd', '', String(index + 1)) : null,
      el('span', '', ...(option.lookalike ? lookalikeName(option.label) : visibleLabel(option.label))),
      isDefault ? el('small', '', say('optionDefault')) : null,
      option.description ? el('small', 'desc', ...visibleText(option.description)) : null,
    ];
    if (!choose) {
      const isChosen = option.label === chosen;
      row.append(el('span', isChosen ? 'opt past chosen' : 'opt past', isChosen ? icon('check', 's') : null, ...parts));
      return;
    }
    const button = el('button', isDefault ? 'opt def' : 'opt', ...parts);
    button.type = 'button';
    onTrusted(button, 'click', (event) => {
      event.stopPropagation();
      choose(option.label);
    });
    row.append(button);
  });
  return row;
}

function later(send: Send): HTMLElement {
  return actButton(say('later'), 'btn', () => send('later', ''));
}

function laterAndDecline(send: Send): HTMLElement[] {
  return [later(send), actButton(say('decline'), 'btn flat', () => send('decline', ''))];
}

/** How a question is answered in one's own words; `open` brings the person to the place for it. */
interface Answering {
  parts: HTMLElement[];
  open(): void;
}

function textFoot(question: Question, context: Context, send: Send, others = laterAndDecline(send)): Answering {
  const key = typedKey(question);
  const field = el('textarea', 'field answer');
  field.rows = 1;
  field.placeholder = question.options.length ? say('answerOwnWords') : say('answerPlaceholder');
  field.setAttribute('aria-label', field.placeholder);
  field.value = context.folds.get(key, '');
  const submit = (): void => {
    if (field.value.trim()) send('text', field.value);
    else field.focus();
  };
  // Images are chosen, and shown, where the application can read them.
  const attach = iconButton('image', say('addImages'), () => {
    if (!send('attach', field.value)) return;
    field.value = '';
    update();
  });
  const button = actButton(say('answer'), 'btn', submit);
  const update = (): void => {
    const isTyped = field.value.trim() !== '';
    button.className = isTyped ? 'btn ask' : 'btn off';
    button.setAttribute('aria-disabled', String(!isTyped));
    field.style.height = 'auto';
    if (field.scrollHeight > 0) field.style.height = `${Math.min(field.scrollHeight + 2, 200)}px`;
    context.folds.set(key, field.value);
  };
  onTrusted(field, 'input', update);
  onTrusted(field, 'keydown', (event) => {
    event.stopPropagation();
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  });
  update();
  return { parts: [el('div', 'askfoot', field, attach, button, ...others)], open: () => field.focus() };
}

function formFoot(
  question: Question,
  form: SchemaForm,
  context: Context,
  send: Send,
  others: HTMLElement[],
): HTMLElement[] {
  const submit = (): void => {
    const value = form.submit();
    if (value !== undefined) send('form', value);
  };
  form.element.addEventListener('input', () => context.folds.set(`question.form.${question.id}`, form.typed()));
  onTrusted(form.element, 'keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !event.isComposing) submit();
  });
  const foot = el(
    'div',
    'askfoot formfoot',
    actButton(say(form.isText ? 'answerWithThis' : 'sendAnswers'), 'btn ask', submit),
    ...others,
    el('span', 'grow'),
  );
  if (form.hasRequired) foot.append(el('span', 'meta t3', say('needed')));
  return [form.element, foot];
}

/** If the options decide on a text, its form is for those who want to change it. */
function foldedForm(question: Question, form: SchemaForm, context: Context, send: Send): Answering {
  const key = `question.edit.${question.id}`;
  const box = el('div', 'otherwise');
  form.element.classList.add('single');
  // One of the options says no: declining would be the same in other words.
  const unfold = (): void => box.replaceChildren(...formFoot(question, form, context, send, [later(send)]));
  const open = (): void => {
    if (!form.element.isConnected) {
      context.folds.set(key, true);
      unfold();
    }
    form.focus();
  };
  if (context.folds.get(key, false)) unfold();
  else box.append(el('div', 'askfoot', actButton(say('editAnswer'), 'btn', open), later(send)));
  return { parts: [box], open };
}

/** Sent along with the chosen option; alone it is not an answer. */
function reasonField(question: Question, context: Context): HTMLElement {
  const field = el('input', 'field reason');
  field.type = 'text';
  field.placeholder = say('reasonPlaceholder');
  field.setAttribute('aria-label', field.placeholder);
  field.value = context.folds.get(typedKey(question), '');
  onTrusted(field, 'input', () => context.folds.set(typedKey(question), field.value));
  onTrusted(field, 'keydown', (event) => event.stopPropagation());
  return el('div', 'askfoot', field);
}

/** Who has no values for a form may say so in words. */
function instead(question: Question, context: Context, send: Send): HTMLElement {
  const key = `question.words.${question.id}`;
  const box = el('div', 'otherwise');
  const unfold = (): void => box.replaceChildren(...textFoot(question, context, send, []).parts);
  const open = actButton(say('answerInWords'), 'btn flat', () => {
    context.folds.set(key, true);
    unfold();
    box.querySelector('textarea')?.focus();
  });
  if (context.folds.get(key, false)) unfold();
  else box.append(el('div', 'askfoot', open));
  return box;
}

function answering(question: Question, form: SchemaForm | undefined, context: Context, send: Send): Answering {
  if (!form || form.isEmpty) return textFoot(question, context, send);
  if (question.options.length && form.isText) {
    const { parts, open } = foldedForm(question, form, context, send);
    return { parts: [reasonField(question, context), ...parts], open };
  }
  const parts = [...formFoot(question, form, context, send, laterAndDecline(send)), instead(question, context, send)];
  return { parts, open: () => form.focus() };
}

/** An approval is decided where no page can click: in the window itself. */
function decideFoot(send: Send): Answering {
  const button = actButton(say('decide'), 'btn ask', () => send('decide', ''));
  button.title = say('decideWhy');
  return { parts: [el('div', 'askfoot', button, later(send))], open: () => button.focus() };
}

function endWords(question: Question, end: QuestionEnd): string {
  const at = isSameDay(end.at, question.askedAt) && !end.late ? clockTime(end.at) : clockTimeSeconds(end.at);
  const isYou = end.by === '' || end.by === 'you';
  const text = end.text.length > 200 ? `${end.text.slice(0, 200)}…` : end.text;
  switch (end.kind) {
    case 'answered':
      if (!text) return isYou ? say('answeredFormYou', at) : say('answeredForm', end.by, at);
      return isYou ? say('answeredYou', text, at) : say('answered', end.by, text, at);
    case 'declined':
      return isYou ? say('declinedYou', at) : say('declinedBy', end.by, at);
    case 'timed_out':
      return text ? say('timedOut', text, at) : say('timedOutNothing', at);
    case 'withdrawn':
      return say('withdrawn', at);
  }
}

/** How the person said it, if not in the window. */
function viaWords(via: string): string {
  const [kind, program] = [via.slice(0, via.indexOf(':')), via.slice(via.indexOf(':') + 1)];
  return kind === 'command-line' ? say('viaCommandLine', program || '?') : via;
}

/** Who ended it, how and when; in an earlier moment of a replay, how much later, and the way there. */
function endLine(question: Question, end: QuestionEnd, send: Send): HTMLElement {
  const words = endWords(question, end);
  const line = el(
    'div',
    'endline',
    icon(end.kind === 'answered' ? (end.late ? 'clock' : 'check') : end.kind === 'timed_out' ? 'clock' : 'ban', 's'),
  );
  const wait = end.at - question.askedAt;
  line.append(el('span', '', ...visibleText(end.late && wait > 0 ? say('laterBy', words, durationText(wait)) : words)));
  if (end.via) line.append(el('span', 'via', ...visibleText(viaWords(end.via))));
  if (end.delivered !== undefined)
    line.append(
      end.delivered
        ? el('span', 'delivered', icon('check', 's'), say('delivered'))
        : el('span', 'undelivered', icon('clock', 's'), say('notDelivered')),
    );
  if (end.late) line.append(actButton(say('goThere'), 'link', () => send('goto', '')));
  return line;
}

/** What was filled in, each value beside its field's name. */
function givenList(question: Question, form: Json): HTMLElement | null {
  const given = givenIn(question.schema, form, say('yes'), say('no'));
  if (given.length === 0) return null;
  return el(
    'dl',
    'given',
    ...given.flatMap(({ label, text }) => [el('dt', '', ...visibleLabel(label)), el('dd', '', ...visibleText(text))]),
  );
}

function hiddenNote(question: Question): HTMLElement | null {
  const texts = [
    question.text,
    question.reason ?? '',
    ...question.options.flatMap((option) => [option.label, option.description ?? '']),
  ];
  const hidden = texts.reduce((sum, text) => sum + splitHidden(text).filter((part) => part.hidden).length, 0);
  if (hidden === 0) return null;
  return el('div', 'why', hidden === 1 ? say('invisibleOne') : say('invisibleCount', hidden));
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}

/**
 * Until it has been looked at, the card ignores clicks and keys that would answer it. Both times are the browser's: a
 * busy page may handle a click late.
 */
function keepDeaf(card: HTMLElement): (event: Event) => boolean {
  let seenAt = Infinity; // not painted
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      seenAt = performance.now();
    }),
  );
  const isDeaf = (event: Event): boolean => !(event.timeStamp - seenAt >= deafFor);
  const drop = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // The capture phase comes before any field or button of the card.
  card.addEventListener(
    'click',
    (event) => {
      if (isDeaf(event)) drop(event);
    },
    { capture: true },
  );
  card.addEventListener(
    'keydown',
    (event) => {
      // In a field a space or a digit is only text.
      const answers = isField(event.target) ? event.key === 'Enter' : /^(Enter| |[1-9])$/.test(event.key);
      if (answers && isDeaf(event)) drop(event);
    },
    { capture: true },
  );
  return isDeaf;
}

function armKeys(card: HTMLElement, question: Question, choose: (label: string) => void): void {
  const isDeaf = keepDeaf(card);
  onTrusted(card, 'keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || isField(event.target)) return;
    const option = /^[1-9]$/.test(event.key) ? question.options[Number(event.key) - 1] : undefined;
    if (!option) return;
    event.preventDefault();
    choose(option.label);
  });
  // A digit pressed on the message as a whole.
  card.addEventListener('choose', (event) => {
    const option = question.options[(event as CustomEvent<number>).detail - 1];
    if (option && !isDeaf(event)) choose(option.label);
  });
}

/** The question as a card: buttons while it waits for this person, otherwise what became of it. */
export function questionCard(row: Row, question: Question, context: Context): HTMLElement {
  const { end } = question;
  // Nobody waits for an answer in what was recorded elsewhere.
  const isUnanswered = Boolean(row.imported) && !end;
  const isOver = isUnanswered || (end !== undefined && !end.late);
  const isOpen = question.live && !end && !context.isReplay;
  const card = el('div', isOver ? 'askcard over' : 'askcard');
  card.setAttribute('role', 'group');
  card.setAttribute('aria-label', say('questionGroup', speakerName(row.speaker)));
  const problem = el('div', 'problem');
  problem.setAttribute('role', 'alert');
  let isSent = false;
  const send: Send = (kind, value) => {
    const isAnswer = !['later', 'goto', 'attach', 'decide'].includes(kind);
    if (isSent && isAnswer) return false;
    const isTooLong = value.length > handedOverCap;
    problem.textContent = isTooLong ? say('formTooLong', count(handedOverCap)) : '';
    if (isTooLong) return false;
    isSent ||= isAnswer;
    card.classList.toggle('sent', isSent);
    context.bridge.call('answer', { generation: row.generation, questionId: question.id, kind, value });
    return true;
  };
  if (question.deadline !== undefined && !isOver)
    card.append(deadlineRing(question, context.isReplay || end ? question.askedAt : undefined));
  const { words, diff, after } = questionText(question.text);
  card.append(el('div', 'q', ...visibleParts(words)));
  if (diff) card.append(el('div', 'change', ...diffCards(diff, context)));
  if (after) card.append(el('div', 'why', ...visibleParts(after)));
  if (question.reason) card.append(el('div', 'why', ...visibleParts(question.reason)));
  const note = hiddenNote(question);
  if (note) card.append(note);
  const choose = (label: string): void => {
    const words = context.folds.get(typedKey(question), '').trim();
    if (words) send('words', JSON.stringify({ option: label, words }));
    else send('option', label);
  };
  if (question.note) card.append(el('div', 'why', question.note));
  if (question.options.length)
    card.append(
      optionRow(
        question,
        isOpen && !question.approval ? choose : undefined,
        end?.kind === 'answered' && !end.late ? (end.option ?? end.text) : undefined,
      ),
    );
  const form =
    question.schema === undefined
      ? undefined
      : new SchemaForm(question.schema, context.folds.get<Record<string, Typed>>(`question.form.${question.id}`, {}));
  if (isOpen) {
    const { parts, open } = question.approval ? decideFoot(send) : answering(question, form, context, send);
    card.append(...parts, problem);
    if (question.approval) keepDeaf(card);
    else armKeys(card, question, choose);
    card.addEventListener('fillin', open);
  } else if (end) {
    card.append(endLine(question, end, send));
    const given = end.form === undefined ? null : givenList(question, end.form);
    if (given) card.append(given);
    const images = (end.images ?? []).filter((block) => block.type === 'image');
    if (images.length && end.seq !== undefined)
      card.append(pictures(images, 0, { ...row, seq: end.seq }, `${end.seq}.0`, context));
  } else if (isUnanswered) card.append(el('div', 'endline', icon('ban', 's'), el('span', '', say('neverAnswered'))));
  return card;
}
