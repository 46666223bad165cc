// Values in what the application tells the page (page_calls.ts). All text in these is untrusted and plain.

import type {
  align,
  answerKind,
  clickedPart,
  Message,
  pictureAction,
  pictureChoice,
  rowAction,
  WordOf,
} from './page_calls';

export type LaneNumber = number; // 0 = the person, then the members in order; -1 = nobody of this team

/** Whose lanes the rail has: everybody's, those of the person and of members in view, or there is no rail. */
export type RailMode = 'all' | 'active' | 'none';

export interface Setup {
  words: Record<string, string>;
  locale: string;
  theme: 'light' | 'dark' | 'light-high' | 'dark-high';
  textScale: number;
  fonts: { ui: string; mono: string };
  lanes: { first: number; pitch: number; width: number };
  rail: RailMode; // what the window has room for
  replay: boolean;
  print?: Printed; // the rows are set for paper, all of them at once
}

/** Which rows of the channel are printed (ordinals, both included), and the heading above them. */
export interface Printed {
  title: string;
  channel: string;
  first: number;
  last: number;
}

export interface Member {
  key: string;
  name: string;
  profile: string;
  initials: string;
  lane: LaneNumber;
  hue: number;
  leader: boolean;
}

export interface Team {
  members: Member[];
}

export type Align = WordOf<typeof align>;

/** A line inside a row: in which of its parts, after how many characters, and how far below the view's upper edge. */
export interface LineInRow {
  part: number;
  characters: number;
  below: number;
}

export interface OpenChannel {
  generation: number;
  session: string;
  channel: string;
  total: number;
  seen?: number; // so many rows of it were in sight before, or stand above one that was; absent: all
  anchor: { ordinal: number; align: Align; line?: LineInRow };
}

export interface Speaker {
  key: string;
  name: string;
  profile?: string;
  lane: LaneNumber;
  hue: number;
  person: boolean;
  leader: boolean;
  lookalike?: string;
  program?: boolean; // Quarterdeck itself, which has no lane
}

export interface Recipient {
  kind: 'role' | 'you' | 'everyone' | 'unknown';
  name: string;
  lane: LaneNumber;
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface TextBlock {
  type: 'text';
  text: string;
}
export interface ThinkingBlock {
  type: 'thinking';
  text: string;
}
export interface MediaBlock {
  type: 'image' | 'audio' | 'video' | 'file';
  hash?: string;
  url?: string;
  mediaType: string;
  name: string;
  width?: number;
  height?: number;
  size?: number;
}
export interface ToolUseBlock {
  type: 'tool_use';
  id: string;
  name: string;
  input: Json;
  rawInput?: string;
}
/** `parts`: instead of the output, if that is more than text. */
export interface ToolResultBlock {
  type: 'tool_result';
  id: string;
  name: string;
  output: string;
  parts?: ResultPart[];
  isError?: boolean;
}
export interface ValueBlock {
  type: 'structured' | 'unknown';
  name?: string; // of its kind, in the words of who wrote it
  value: Json;
  text?: string; // instead of a value that is too long
}
/** A picture without hash and address is inside the recording itself: it is only named. */
export type ResultPart = TextBlock | MediaBlock | ValueBlock;
export type Block = TextBlock | ThinkingBlock | MediaBlock | ToolUseBlock | ToolResultBlock | ValueBlock;

export interface Annotation {
  kind: 'mistake' | 'note';
  text: string;
  by?: string;
}

/** `lookalike`: of another one in the same question. */
export interface QuestionOption {
  label: string;
  description?: string;
  lookalike?: boolean;
}
export interface QuestionEnd {
  kind: 'answered' | 'declined' | 'timed_out' | 'withdrawn';
  text: string;
  option?: string; // that was chosen, where words went along with it
  by: string;
  at: number;
  via?: string; // how the person said it, if not in the window
  form?: Json; // what was filled in
  late?: boolean; // it ended after the moment a replay stands at
  delivered?: boolean; // its asker, a program of another's making, has it, or not yet
  seq?: number; // of its event, where it has images
  images?: MediaBlock[];
}
export interface Question {
  id: string;
  text: string;
  reason?: string;
  options: QuestionOption[];
  note?: string; // of what is not shown
  approval?: boolean; // decided in the window itself
  defaultOption?: string;
  schema?: Json;
  askedAt: number;
  deadline?: number;
  paused?: boolean;
  end?: QuestionEnd;
  live: boolean;
}

export interface Notice {
  icon: 'lock' | 'globe' | 'hand' | 'pause' | 'play' | 'stop' | 'alert' | 'info' | 'check';
  text: string;
  said?: string; // what of it are another's words
  tone: 'plain' | 'danger' | 'held' | 'limit';
  retry?: boolean; // who failed may try again
}

/** Of a message that waits for the person, or did. */
export interface Hold {
  text: string;
  said?: string; // what of it are another's words
  waits?: boolean; // still: nobody has it
  kept?: boolean; // nobody got this: it waits, was muted or dropped, or went with a row of its own
}

/** A remote picture that may be loaded; `address` as in the message, `host` in punycode. */
export interface RemotePicture {
  key: string;
  address: string;
  host: string;
}
/** Loaded (with its size), or why it was not; without both it is no longer kept. */
export interface PictureReady {
  key: string;
  width?: number;
  height?: number;
  reason?: string;
}
export interface Row {
  generation: number; // with which opening of a channel it came: the page sets it
  ordinal: number;
  seq: number;
  kind: 'message' | 'question' | 'notice' | 'round' | 'raw';
  message?: string; // its id, which a draft of it had too
  time: number;
  untimed?: boolean; // the recording has no times: `time` only sorts
  speaker: Speaker;
  recipients: Recipient[];
  cause?: string;
  tokens?: number;
  model?: string;
  duration?: number;
  private?: { chat: string | number; with: string };
  privateEnd?: { reason: string; after: number };
  undelivered?: boolean;
  hold?: Hold;
  kept?: boolean; // in the agents' memory, however old it is
  keepable?: boolean; // it may be marked so, or let go
  imported?: boolean;
  blocks: Block[];
  level?: 'warning' | 'error'; // as the program said that told it
  annotations?: Annotation[];
  pictures?: RemotePicture[];
  question?: Question;
  notice?: Notice;
  round?: { number: number; roles: number };
  plain?: string; // instead of everything else: it could not be drawn
  raw?: { kind: string; version: string | number; json: string };
}

export interface Rows {
  generation: number;
  request: number;
  first: number;
  total: number;
  rows: Row[];
}

export interface Changed {
  generation: number;
  rows: Row[];
}
export interface Draft {
  generation: number;
  id: string;
  speaker: Speaker;
  recipients: Recipient[];
  private?: { chat: string | number; with: string };
  text?: string; // all of it
  add?: string; // or what goes on after what came before
  tokens: number;
  willBeHeld?: boolean; // when it is complete
  done: boolean; // the message follows
  gone?: boolean; // or not, in this channel
}
export interface Phrase {
  text: string;
  prefix: boolean;
}
/**
 * What is searched for (no phrases: nothing), and the selected row, or -1: its first match, or its last, is
 * highlighted. `rows`: the only matches among those around the view; if no phrase has words, they are marked as a
 * whole.
 */
export interface Search {
  generation: number;
  phrases: Phrase[];
  current: number;
  fromEnd: boolean;
  reveal: boolean; // its place in the chosen row; not where the page comes after another, which stood elsewhere
  rows?: number[];
}
export interface DiagramReady {
  key: string;
  svg?: string;
  width: number;
  height: number;
  error?: string;
}

/** What an earlier page asked to have kept, as JSON texts by name. */
export interface Kept {
  values: { [name: string]: string };
}

export type AnswerKind = WordOf<typeof answerKind>;
export type ActionName = WordOf<typeof rowAction>;
export type ClickedPart = WordOf<typeof clickedPart>;
export type PictureAction = WordOf<typeof pictureAction>;
export type PictureChoice = WordOf<typeof pictureChoice>;

/** An action from a message's menu that only the page can perform. */
export type RowDeed = Message<'rowCommand'>;
export type TextDeed = 'copyMarkdown' | 'copyPlain' | 'written';
/** An action on what the menu was for: a picture, or another attachment. */
export type MediumDeed = Exclude<RowDeed['deed'], TextDeed>;
