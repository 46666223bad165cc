import { el } from '../dom';
import { markdownHtml, type MarkdownHtml, type WholeText } from '../markdown/parse';
import type { Slot } from '../markdown/slots';
import { isUnifiedDiff } from '../markdown/unified_diff';
import { cellCap } from '../safety/caps';
import { cleanMarkdown } from '../safety/sanitise';
import { MarkdownRoom } from '../safety/text_room';
import { showHidden, visibleText } from '../safety/visible_text';
import { say } from '../words';
import { codeCard, codeTitle } from './code';
import type { Context } from './context';
import { diagramCard } from './diagram';
import { diffCards } from './diff';
import { Formulas } from './formulas';
import { icon } from './icons';
import { armLink } from './links';
import { giveNumbersRoom } from './list_room';
import { remotePicture } from './media';
import { NoteMarks } from './note_marks';
import { scrollBox } from './scroll_box';

/** What the pieces of a text have in common. */
export interface Setting {
  formulas: Formulas;
  marks: NoteMarks;
  room: MarkdownRoom;
  whole?: WholeText;
}

export const newSetting = (room = new MarkdownRoom()): Setting => ({
  formulas: new Formulas(),
  marks: new NoteMarks(),
  room,
});

export function codeNodes(
  slot: { info: string; text: string },
  context: Context,
  isDraft = false,
  room = new MarkdownRoom(),
): Node[] {
  const { language } = codeTitle(slot.info);
  if (!isDraft && language === 'mermaid') {
    room.diagrams -= 1;
    return [diagramCard(slot.text, context, slot.info.trim(), room.diagrams >= 0)];
  }
  if (
    !isDraft &&
    (language === 'diff' || language === 'patch' || (slot.info.trim() === '' && isUnifiedDiff(slot.text)))
  ) {
    const cards = diffCards(slot.text, context);
    const more = slot.info.trim().slice(language.length).trim();
    if (cards.length && more) cards.unshift(el('div', 'capnote', ...visibleText(more)));
    if (cards.length) return cards;
  }
  return [codeCard(slot.info, slot.text, context, isDraft)];
}

function taskBox(done: boolean): HTMLElement {
  const box = el('span', done ? 'taskbox on' : 'taskbox', done ? icon('check', 'xs') : null);
  box.setAttribute('role', 'checkbox');
  box.setAttribute('aria-checked', String(done));
  box.setAttribute('aria-disabled', 'true');
  return box;
}

const longestTask = 200;

/** A box's name is its item's text, without nested items. */
function nameTasks(root: DocumentFragment): void {
  for (const box of root.querySelectorAll('.taskbox')) {
    const words: string[] = [];
    for (const node of box.parentElement?.closest('li')?.childNodes ?? [])
      if (!(node instanceof Element && node.matches('ul, ol'))) words.push(node.textContent ?? '');
    box.setAttribute('aria-label', words.join(' ').replace(/\s+/g, ' ').trim().slice(0, longestTask) || say('task'));
  }
}

function slotNodes(
  slot: Slot,
  context: Context,
  isDraft: boolean,
  { formulas, marks, room }: Setting,
): (Node | string)[] {
  switch (slot.kind) {
    case 'code':
      return codeNodes(slot, context, isDraft, room);
    case 'math':
      return [formulas.node(slot.text, slot.display, context, isDraft)];
    case 'image':
      return [remotePicture(slot.address, slot.text, context)];
    case 'task':
      return [taskBox(slot.done)];
    case 'footnote':
      return [marks.mark(slot.number)];
    case 'noteEnd':
      return [' ', marks.end(slot.number)];
    case 'tableCut':
      return [
        el('div', 'capnote tablecut', slot.cells === 0 ? say('tableLeftOut') : say('tableCut', slot.cells ?? cellCap)),
      ];
  }
}

const shortCell = 16; // letters of the width of Latin ones
const wideLetters = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uff60]/g;

/** A number and its unit stay on one line, however long the next column is. */
function isShort(cell: Element): boolean {
  const text = cell.textContent?.trim() ?? '';
  return text !== '' && !cell.querySelector('.qd-slot') && text.replace(wideLetters, 'xx').length <= shortCell;
}

function dressTables(root: DocumentFragment): void {
  for (const table of root.querySelectorAll('table')) {
    table.className = 'md';
    for (const cell of table.querySelectorAll('[align="right"]')) cell.className = 'r';
    for (const cell of table.querySelectorAll('td, th.r')) cell.classList.toggle('short', isShort(cell));
    const frame = scrollBox(el('div', 'wide tableframe'), say('table'));
    table.replaceWith(frame);
    frame.append(table);
  }
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** List marks, quotation bars and columns are on the side where their text begins. A paragraph finds its own. */
function turnAround(root: DocumentFragment): void {
  for (const box of root.querySelectorAll('ul, ol, blockquote, table')) {
    const letter = /\p{L}/u.exec(box.textContent ?? '');
    if (letter && rightToLeft.test(letter[0])) box.setAttribute('dir', 'rtl');
  }
}

function asWritten(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(el('div', 'capnote', say('nestedTooDeep')), el('div', 'longline', ...visibleText(text)));
  return fragment;
}

/** Markdown text as nodes, sanitised, with code, formulas, diagrams and links made by us. */
export function markdownNodes(
  text: string,
  context: Context,
  isDraft = false,
  setting = newSetting(),
  cellsBefore = 0,
): DocumentFragment {
  return nodesOf(markdownHtml(text, setting.whole, false, cellsBefore, setting.room), text, context, isDraft, setting);
}

/** The notes of a text in pieces; they come after all of them. */
export function noteNodes(context: Context, setting: Setting): DocumentFragment | undefined {
  const notes = setting.whole?.notesHtml(setting.room);
  return notes && nodesOf(notes, setting.whole?.noteText ?? '', context, false, setting);
}

function nodesOf(
  { tooDeep, html, slots, written }: MarkdownHtml,
  text: string,
  context: Context,
  isDraft: boolean,
  setting: Setting,
): DocumentFragment {
  if (tooDeep) return asWritten(text);
  const fragment = cleanMarkdown(html);
  showHidden(fragment);
  if (rightToLeft.test(text)) turnAround(fragment);
  dressTables(fragment);
  giveNumbersRoom(fragment);
  for (const link of fragment.querySelectorAll('a'))
    armLink(link, written.get(link.getAttribute('href') ?? ''), context);
  const gaps = [...fragment.querySelectorAll('.qd-slot')];
  gaps.forEach((gap, index) =>
    gap.replaceWith(...(slots[index] ? slotNodes(slots[index], context, isDraft, setting) : [])),
  );
  nameTasks(fragment);
  fragment.append(setting.formulas.cutNote() ?? '');
  return fragment;
}
