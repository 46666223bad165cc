// What the application and the page say to each other. All text in these values is untrusted and plain.

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

export type Align = 'start' | 'center' | 'end';

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
  icon: 'lock' | 'globe' | 'pause' | 'play' | 'stop' | 'alert' | 'info' | 'check';
  text: string;
  said?: string; // what of it are another's words
  tone: 'plain' | 'danger' | 'held' | 'limit';
  retry?: boolean; // who failed may try again
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
/** For the session shown. */
export interface PictureChoice {
  choice: 'ask' | 'always' | 'never';
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

/** The rows of that request could not be read. */
export interface RowsFailed {
  generation: number;
  request: number;
}
export interface OfGeneration {
  generation: number;
}

export interface Extent {
  generation: number;
  total: number;
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
  done: boolean; // the message follows
  gone?: boolean; // or not, in this channel
}
export interface Select {
  seq: number;
}
/** The person wants to answer this question in their own words: its form opens once the view is there. */
export interface FillIn {
  seq: number;
}
export interface ScrollTo {
  generation: number;
  ordinal: number;
  align: Align;
  flash: boolean;
  part: number; // of its height that is above the view; with align "start"
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
/** To the next (1) or previous (-1) match in the selected row; `foundBeyond` answers if there is none. */
export interface FindStep {
  generation: number;
  by: number;
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

export interface Incoming {
  setup: Setup;
  kept: Kept;
  team: Team;
  openChannel: OpenChannel;
  rows: Rows; // a long one is what came by `part` and this
  rowsFailed: RowsFailed;
  tryAgain: OfGeneration; // what could not be read, without waiting for it
  invalidateRows: OfGeneration; // any row may look different now
  extent: Extent;
  changed: Changed;
  draft: Draft;
  select: Select;
  scrollTo: ScrollTo;
  fillIn: FillIn;
  search: Search;
  findStep: FindStep;
  diagramReady: DiagramReady;
  pictureReady: PictureReady;
  pictureChoice: PictureChoice;
  rowCommand: RowDeed;
}

export type AnswerKind = 'option' | 'words' | 'text' | 'form' | 'attach' | 'later' | 'decline' | 'goto' | 'decide';
export type ActionName =
  | 'reply'
  | 'raw'
  | 'copyLink'
  | 'copyFrom'
  | 'openPrivateChannel'
  | 'sendTo'
  | 'keep'
  | 'letGo'
  | 'tryAgain'
  | 'chooseConnection';

/** What a menu is wanted for, and what can be done with it. */
export type ClickedPart =
  | 'field'
  | 'selection'
  | 'message'
  | 'text'
  | 'written'
  | 'keepable'
  | 'kept'
  | 'reply'
  | 'savable'
  | 'picture'
  | 'copyable';
/** An action from a message's menu that only the page can perform. */
export interface RowDeed {
  generation: number;
  seq: number;
  deed: TextDeed | MediumDeed;
}
export type TextDeed = 'copyMarkdown' | 'copyPlain' | 'written';
/** An action on what the menu was for: a picture, or another attachment. */
export type MediumDeed = 'save' | 'openPicture' | 'copyPicture';

export type PictureWish = 'shown' | 'once' | 'always' | 'never' | 'ask' | 'open' | 'copy' | 'save';

export interface Bridge {
  ready(): void;
  requestRows(generation: number, request: number, first: number, count: number): void;
  visibleRange(generation: number, first: number, last: number, atEnd: boolean, above: number, below: number): void; // above, below: thousandths of the first and the last that are out of sight
  lineAtTop(generation: number, ordinal: number, part: number, characters: number, below: number): void; // ordinal -1: none
  rail(lanes: LaneNumber[], middles: number[], width: number): void; // as they stand in the page, in unscaled pixels; -1: the grey one
  painted(generation: number): void;
  // Actions in a row carry that row's generation: earlier rows may still be in sight when another channel is opened.
  drawing(generation: number, seq: number): void; // just before a row is drawn, or something of it that comes later
  drawAgain(generation: number, seq: number): void; // a row that came with `plain`
  choose(generation: number, seq: number): void;
  savePageState(name: string, value: string): void; // what was opened or typed, as JSON, for a page that comes after this one
  answer(generation: number, questionId: string, kind: AnswerKind, value: string): void;
  openLink(address: string, text: string): void;
  openImage(generation: number, seq: number, index: number): void;
  copyImage(generation: number, seq: number, index: number): void;
  saveMedia(generation: number, seq: number, hash: string): void; // what is attached to a message
  picture(generation: number, seq: number, key: string, wish: PictureWish): void;
  copyText(text: string): void;
  renderDiagram(key: string, source: string): void;
  openDiagram(png: string): void; // base64
  foundBeyond(generation: number, by: number): void;
  foundPlace(generation: number, ordinal: number, place: number, count: number): void; // in the chosen row, from 1; of none 0
  copyRange(generation: number, first: number, last: number): void; // whole rows, by their ordinals: not all of them are in the page
  action(generation: number, name: ActionName, seq: number): void;
  menu(
    generation: number,
    seq: number,
    x: number,
    y: number,
    parts: ClickedPart[],
    address: string,
    text: string,
  ): void; // seq 0, address '': none
}
