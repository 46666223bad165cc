import type { Bridge, Json, Row } from '../contract';
import { copyPart } from '../copy/part_text';
import type { LaneLayout } from '../lanes';
import type { ToolResults } from '../tool_results';

/** What drawing needs to know and may ask for; one for the page. */
export interface Context {
  bridge: Bridge;
  isReplay: boolean;
  /** Nothing can be opened on paper: what a click would show stands there, up to a bound that is said. */
  isPrinted: boolean;
  layout: LaneLayout;
  selected: number;
  initialsOf(key: string, name: string): string;
  hueOfLane(lane: number): number;
  /** What the person opened or typed stays with a message when it leaves the page and comes back. */
  folds: FoldState;
  /** By what the next thing of this kind is kept there, in a part of a message; empty: by nothing. */
  nextFold(kind: string): string;
  /** Whether this text of a row is what the person looks for there, so that it is not to be folded away. */
  isSought(ordinal: number, text: () => string): boolean;
  diagrams: DiagramSource;
  pictures: PictureSource;
  toolResults: ToolResults;
  /** Brings another row into sight, by its place in the channel. */
  goTo(ordinal: number): void;
  /** Copies a part of what is said; false where nothing of it was handed over. */
  copy(text: string): boolean;
  /** Says something to who does not see the page. */
  tell(words: string): void;
  /** Draws a row anew: what the person wants to see of it has changed. */
  redraw(row: Row): void;
  /** Calls the step again and again between other work until it returns false; `drawing` before, that of a row by itself. */
  later(step: () => boolean, drawing?: () => void): void;
  /** To be called before something of a row is drawn: should that keep the page from answering, the application knows which row it was. */
  drawing(): void;
}

/** What draws a row is known to be at it, now and later. */
export function contextOf(row: Row, page: Context): Context {
  const drawing = (): void => page.bridge.drawing(row.generation, row.seq);
  const own = Object.create(page) as Context;
  own.drawing = drawing;
  own.later = (step) => page.later(step, drawing);
  own.copy = (text) => copyPart(text, row, page.bridge);
  return own;
}

/** What can be opened in a part of a message is counted, so that it is known again when that is drawn anew. */
export function inPart(foldKey: string, context: Context): Context {
  const counts = new Map<string, number>();
  const own = Object.create(context) as Context;
  own.nextFold = (kind) => {
    const nth = counts.get(kind) ?? 0;
    counts.set(kind, nth + 1);
    return `${foldKey}.${kind}.${nth}`;
  };
  return own;
}

export interface PictureSource {
  /** The place of a picture that lies elsewhere; what it is called there is for who cannot see it. */
  place(address: string, host: string, name: string): HTMLElement;
  /** Those in there are not drawn any more. */
  leave(row: HTMLElement): void;
}

export interface DiagramSource {
  /** Fills the box with the drawing now or when it is ready, after `drawing` has been called. */
  fill(box: HTMLElement, source: string, drawing: () => void): void;
  /** The boxes in there are not filled any more. */
  leave(row: HTMLElement): void;
}

const mostFolds = 2000;

/** Row numbers and question names count within a session, so each session has values of its own. */
export class FoldState {
  session = '';
  private readonly values = new Map<string, Json>();

  /** `changed`: told of each change, by the name that it has over all sessions. */
  constructor(private readonly changed: (name: string, value: Json) => void = () => undefined) {}

  get<T extends Json>(key: string, fallback: T): T {
    return (this.values.get(this.keyOf(key)) as T | undefined) ?? fallback;
  }

  set(key: string, value: Json): void {
    if (key === '') return;
    const own = this.keyOf(key);
    const isNews = this.values.has(own) ? this.values.get(own) !== value : value !== '';
    this.put(own, value);
    if (isNews) this.changed(own, value);
  }

  /** What a page before had. */
  put(name: string, value: Json): void {
    this.values.delete(name);
    this.values.set(name, value);
    if (this.values.size > mostFolds) this.values.delete(this.values.keys().next().value as string);
  }

  private keyOf(key: string): string {
    return `${this.session}\n${key}`;
  }
}
