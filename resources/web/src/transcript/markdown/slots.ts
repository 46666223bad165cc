import type { MarkdownRoom } from '../safety/text_room';
import type { NoteList } from './notes';
import type { DefinitionList } from './unused_definitions';

// What Markdown text cannot draw itself is left as a numbered gap and filled in afterwards with nodes, so that code,
// formulas and addresses never travel through HTML text.

export type Slot =
  | { kind: 'code'; info: string; text: string }
  | { kind: 'math'; text: string; display: boolean }
  | { kind: 'image'; address: string; text: string }
  | { kind: 'task'; done: boolean }
  | { kind: 'footnote'; number: number }
  | { kind: 'noteEnd'; number: number }
  | { kind: 'tableCut'; cells?: number }; // so many are drawn where it is the message that has too many

export interface MarkdownEnv {
  slots: Slot[];
  written: Map<string, string>; // address as encoded -> as written
  notes: NoteList;
  room: MarkdownRoom;
  definitions: DefinitionList;
  definitionsGo: 'here' | 'later' | 'nowhere'; // those that nothing refers to; later: the other pieces may
  isLast: boolean; // no other piece of the text follows: its notes come here
  isInNote?: boolean;
  isUncut?: boolean; // tables have all of their cells
  cellsBefore?: number; // of the first table: those that it had in the pieces before
  [key: string | symbol]: unknown;
}

/** The parser's environment is always ours. */
export const slotsOf = (env: object | undefined): Slot[] => (env as MarkdownEnv).slots;

export const blockGap = '<section class="qd-slot"></section>';
export const inlineGap = '<span class="qd-slot"></span>';
