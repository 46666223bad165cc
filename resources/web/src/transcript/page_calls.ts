// What the page may call in the program, and what the program tells the page: the one place where this is written.
// The page's types are derived from these tables; page_calls.mjs makes the program's, with all checks, of them.

import type {
  Changed,
  DiagramReady,
  Draft,
  Kept,
  OpenChannel,
  PictureReady,
  Rows,
  Search,
  Setup,
  Team,
} from './contract';

// ---- limits

export const limits = {
  rowsPerRequest: 60,
  longestText: 1_000_000, // of an answer or a copied text, as all of these in UTF-16 units
  longestName: 500, // of ids and keys
  longestAddress: 8_000,
  longestDiagram: 50_000,
  longestPicture: 24_000_000, // of a drawn diagram, in base64
  longestCall: 25_000_000, // of all fields, as they are written
  farthestPixel: 100_000, // from the view's corner
  farthestLine: 10_000, // pixels from the view's edge
  mostLanes: 10,
  highestLane: 1_000_000,
  widestRail: 1_000, // pixels, at 100 % text
  mostParts: 100,
} as const;

const highestInt = 2 ** 31 - 1;
const mostExact = 2 ** 53; // numbers arrive as doubles

// ---- kinds of fields

/** From `least` to `most`; `least` may be another field, which comes before it. */
const whole = (least: number | string = 0, most = highestInt) => ({ kind: 'whole', least, most }) as const;
const number = (least: number, most: number) => ({ kind: 'number', least, most }) as const;
const flag = { kind: 'flag' } as const;
/** Never empty, except where `least` is 0. */
const text = (most: number, least: 0 | 1 = 1) => ({ kind: 'text', least, most }) as const;
/** Longer ones are cut. */
const cutText = (most: number) => ({ kind: 'cutText', most }) as const;
/** 64 hexadecimal digits: the hash of an attachment, or of a remote picture's address. */
const key = { kind: 'key' } as const;
const base64 = (most: number) => ({ kind: 'base64', most }) as const;
const list = <Item>(of: Item, most: number) => ({ kind: 'list', of, most }) as const;
/** The words that are known, each with its name in the program's `type`, which `header` has if it is not made here. */
const words = <Word extends string>(type: string, known: Record<Word, string>, header?: string) =>
  ({ kind: 'word', type, known, header }) as const;
/** An event's number. */
const seq = { kind: 'seq' } as const;
/** A row's number in its channel. */
const ordinal = (least: number | string = 0) => ({ kind: 'ordinal', least, most: mostExact }) as const;
/** 1 forwards, -1 backwards. */
const step = { kind: 'step' } as const;
/** Any value, which the program has as JSON. */
const json = <Value>() => ({ kind: 'json' }) as { readonly kind: 'json'; readonly is?: Value };
/**
 * Which opening of a channel it belongs to. Earlier rows may still be in sight when another channel is opened, and
 * their numbers mean others by then: a call that bears it is dropped unless it is the one that is open.
 */
const generation = whole();

// ---- words

/**
 * How a question's card was answered. The value that goes with it: option: its label; words: {"option": its label,
 * "words": the person's} as JSON; text: the person's own words; form: the values as JSON; the others: nothing.
 * attach: images are to be added to what was typed so far. goto (replay): to the moment of its end. decide: what an
 * approval lets happen is decided in Needs you, not in the page.
 */
export const answerKind = words('AnswerKind', {
  option: 'Option',
  words: 'OptionWithWords',
  text: 'Text',
  form: 'Form',
  attach: 'Attach',
  later: 'Later',
  decline: 'Decline',
  goto: 'GoTo',
  decide: 'Decide',
});
/** What a person chose at a row. */
export const rowAction = words('RowAction', {
  reply: 'Reply',
  raw: 'Raw',
  copyLink: 'CopyLink',
  copyFrom: 'CopyFrom',
  openPrivateChannel: 'OpenPrivateChannel',
  sendTo: 'SendTo',
  keep: 'Keep',
  letGo: 'LetGo',
  tryAgain: 'TryAgain',
  chooseConnection: 'ChooseConnection',
  decideHeld: 'DecideHeld',
});
/** What is wanted of one remote picture. */
export const pictureAction = words('PictureAction', { once: 'Once', open: 'Open', copy: 'Copy', save: 'Save' });
/** Whether remote pictures of the session shown are loaded. */
export const pictureChoice = words(
  'RemoteImagePolicy',
  { ask: 'Ask', always: 'Always', never: 'Never' },
  'ui/images/remote_images.h',
);
/**
 * What a menu is wanted for, and what can be done with it. message: or a question, otherwise one of the program's own
 * lines; text: it can be shown as it was written; written: and is; savable: a file is attached there; picture: it can
 * be opened in the viewer; copyable: and is drawn there.
 */
export const clickedPart = words('ClickedPart', {
  field: 'Field',
  selection: 'Selection',
  message: 'Message',
  text: 'Text',
  written: 'Written',
  keepable: 'Keepable',
  kept: 'Kept',
  reply: 'Reply',
  savable: 'Savable',
  picture: 'Picture',
  copyable: 'Copyable',
});
/**
 * What the page does with a row, since it has the words as displayed. save, openPicture, copyPicture: with what was
 * last clicked there; the calls for that follow.
 */
export const rowCommand = words('RowCommand', {
  copyMarkdown: 'CopyMarkdown',
  copyPlain: 'CopyPlain',
  written: 'ToggleWritten',
  save: 'Save',
  openPicture: 'OpenPicture',
  copyPicture: 'CopyPicture',
});
export const align = words('Align', { start: 'Start', center: 'Center', end: 'End' });

// ---- calls

/** What the page says by itself. */
export const reports = {
  /** It is loaded and wants setup, team and openChannel. */
  ready: {},
  requestRows: { generation, request: whole(), first: whole(), count: whole(1, limits.rowsPerRequest) },
  /** above, below: thousandths of the first and of the last row that are out of sight. */
  visibleRange: {
    generation,
    first: ordinal(),
    last: ordinal('first'),
    atEnd: flag,
    above: whole(-highestInt),
    below: whole(-highestInt),
  },
  /**
   * The line at the upper edge of the view, inside a row: in which of its parts, after how many characters, and by how
   * many pixels its top is below the edge. Given back when the page is loaded anew.
   */
  lineAtTop: {
    generation,
    ordinal: ordinal(),
    part: whole(),
    characters: whole(),
    below: whole(-limits.farthestLine, limits.farthestLine),
  },
  /** The edge cuts no row. */
  noLineAtTop: { generation },
  /** The rail's lanes from the left: their numbers (-1: the grey one) and their middles, at 100 % text. */
  rail: {
    lanes: list(whole(-1, limits.highestLane), limits.mostLanes),
    middles: list(number(0, limits.widestRail), limits.mostLanes),
    width: number(0, limits.widestRail),
  },
  /** Two animation frames after the visible part of a channel or jump is in place. */
  painted: { generation },
  /** Just before a row is drawn, or something of it that comes later: what a page that hangs may hang on. */
  drawing: { generation, seq },
  /** A row that came as plain text, since the page hung while it was drawn: that may have been another's fault. */
  drawAgain: { generation, seq },
  /** What was opened or typed, as JSON under a name of the page's own, for a page that comes after this one. */
  savePageState: { name: text(limits.longestName), value: text(limits.longestText) },
  /** The place of a remote picture of that row is in sight. It is the same picture in any session. */
  pictureInSight: { seq, key },
  renderDiagram: { key: text(limits.longestName), source: text(limits.longestDiagram) },
  /** The selected row has no further match in this direction, or is not in the page. */
  foundBeyond: { generation, by: step },
  /** Which match in the selected row is highlighted, from 1, and how many it has; 0 of 0: none is marked. */
  foundPlace: { generation, ordinal: ordinal(), place: whole(), count: whole('place') },
};

const menuFields = {
  x: whole(0, limits.farthestPixel),
  y: whole(0, limits.farthestPixel),
  parts: list(clickedPart, limits.mostParts),
  address: text(limits.longestAddress, 0), // a link's; empty: none
  text: cutText(limits.longestName),
};

/** What the page does for the person: dropped unless they did something in it just now, by a real event. */
export const acts = {
  /** A row was clicked: for the inspector. */
  choose: { generation, seq },
  answer: {
    generation,
    questionId: text(limits.longestName),
    kind: answerKind,
    value: text(limits.longestText, 0),
  },
  openLink: { address: text(limits.longestAddress), text: cutText(limits.longestName) },
  /** `index` counts the pictures in the row's message. */
  openImage: { generation, seq, index: whole() },
  copyImage: { generation, seq, index: whole() },
  /** What is attached to a message, by its hash: the person chooses the place. */
  saveMedia: { generation, seq, hash: key },
  /** A remote picture by the key that came with its row; loaded only if it matches an address there. */
  usePicture: { seq, key, wish: pictureAction },
  choosePictures: { generation, choice: pictureChoice },
  copyText: { text: text(limits.longestText) },
  /** A diagram as it is drawn, as PNG (which nobody has examined), for the viewer. */
  openDiagram: { png: base64(limits.longestPicture) },
  /** Whole rows, not all of which are in the page. */
  copyRange: { generation, first: ordinal(), last: ordinal('first') },
  action: { generation, name: rowAction, seq },
  /** A menu is wanted at that point of the view, in no row. */
  menu: menuFields,
  rowMenu: { generation, seq, ...menuFields },
};

// ---- messages

/** What the program tells the page. */
export const messages = {
  setup: json<Setup>(),
  /** All that was kept, before the first channel. */
  kept: json<Kept>(),
  team: json<Team>(),
  openChannel: json<OpenChannel>(),
  /** The next part of a long text, of which `rows` or `changed` brings the end; empty: forget the parts. */
  part: { kind: 'plain' } as const,
  rows: json<Rows>(),
  /** The rows of that request could not be read. */
  rowsFailed: { generation, request: whole() },
  /** What could not be read, without waiting for it. */
  tryAgain: { generation },
  /** Any row may look different now. */
  invalidateRows: { generation },
  extent: { generation, total: whole(0, mostExact) },
  changed: json<Changed>(),
  draft: json<Draft>(),
  select: { seq },
  /** `part`: of the row's height that is above the view; with align "start". */
  scrollTo: { generation, ordinal: ordinal(), align, flash: flag, part: number(0, 1) },
  /** The person wants to answer this question in their own words: its form opens once the view is there. */
  fillIn: { seq },
  search: json<Search>(),
  /** To the next or previous match in the selected row; `foundBeyond` answers if there is none. */
  findStep: { generation, by: step },
  diagramReady: json<DiagramReady>(),
  pictureReady: json<PictureReady>(),
  /** For the session shown. */
  pictureChoice: { choice: pictureChoice },
  /** From a row's menu. */
  rowCommand: { generation, seq, deed: rowCommand },
};

// ---- the page's types

type ValueOf<Field> = Field extends { kind: 'json'; is?: infer Value }
  ? Value
  : Field extends { kind: 'word'; known: Record<infer Word, string> }
    ? Word
    : Field extends { kind: 'list'; of: infer Item }
      ? ValueOf<Item>[]
      : Field extends { kind: 'flag' }
        ? boolean
        : Field extends { kind: 'text' | 'cutText' | 'key' | 'base64' | 'plain' }
          ? string
          : number;
type ValuesOf<Fields> = Fields extends { kind: string }
  ? ValueOf<Fields>
  : { -readonly [Name in keyof Fields]: ValueOf<Fields[Name]> };

export type WordOf<Words> = ValueOf<Words>;
type Calls = typeof reports & typeof acts;
export type CallName = keyof Calls;
export type Call<Name extends CallName> = ValuesOf<Calls[Name]>;
export type MessageName = keyof typeof messages;
export type Message<Name extends MessageName> = ValuesOf<(typeof messages)[Name]>;

/** The program, as the page sees it. */
export interface Bridge {
  call<Name extends CallName>(name: Name, fields: Call<Name>): void;
}
