import type { Json, Row } from '../contract';
import type { Bridge } from '../page_calls';
import { copyPart } from '../copy/part_text';
import type { LaneLayout } from '../lanes';
import type { ToolResults } from '../tool_results';
import { ofRow } from '../rows_of';

/** What drawing needs to know and may ask for; one per page. */
export interface Context {
  bridge: Bridge;
  isReplay: boolean;
  /** Nothing can be opened on paper: what a click would show is printed, up to a stated limit. */
  isPrinted: boolean;
  layout: LaneLayout;
  selected: number;
  initialsOf(key: string, name: string): string;
  hueOfLane(lane: number): number;
  /** What the person opened or typed stays with a message when it leaves the page and comes back. */
  folds: FoldState;
  /** The key under which the next thing of this kind is kept, in a part of a message; empty: none. */
  nextFold(kind: string): string;
  /** Whether this text of a row is a search match, and so must not be folded. */
  isSought(ordinal: number, text: () => string): boolean;
  diagrams: DiagramSource;
  pictures: PictureSource;
  toolResults: ToolResults;
  /** Brings another row into sight, by its place in the channel. */
  goTo(ordinal: number): void;
  /** Copies a part of what is said; false if nothing of it was handed over. */
  copy(text: string): boolean;
  /** Announces something to people who cannot see the page. */
  tell(words: string): void;
  /** Redraws a row: the person wants to see it differently. */
  redraw(row: Row): void;
  /** Calls the step repeatedly between other work until it returns false; `drawing` before, for a row by itself. */
  later(step: () => boolean, drawing?: () => void): void;
  /** Call it before drawing part of a row: if that makes the page hang, the application knows which row it was. */
  drawing(): void;
}

/** Whatever draws a row is known to be working on it, now and later. */
export function contextOf(row: Row, page: Context): Context {
  const drawing = (): void => page.bridge.call('drawing', ofRow(row));
  const own = Object.create(page) as Context;
  own.drawing = drawing;
  own.later = (step) => page.later(step, drawing);
  own.copy = (text) => copyPart(text, row, page.bridge);
  return own;
}

/** Things that can be opened in a part of a message are counted, so that they are recognised when it is redrawn. */
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
  /** The place of a remote picture; its name there is for people who cannot see it. */
  place(address: string, host: string, name: string): HTMLElement;
  /** Those inside are no longer drawn. */
  leave(row: HTMLElement): void;
}

export interface DiagramSource {
  /** Fills the box with the drawing now or when it is ready, after `drawing` has been called. */
  fill(box: HTMLElement, source: string, drawing: () => void): void;
  /** The boxes inside are no longer filled. */
  leave(row: HTMLElement): void;
}

const mostFolds = 2000;

/** Row numbers and question names count within a session, so each session has its own values. */
export class FoldState {
  session = '';
  private readonly values = new Map<string, Json>();

  /** `changed`: called for each change, with its name across all sessions. */
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

  /** What an earlier page had. */
  put(name: string, value: Json): void {
    this.values.delete(name);
    this.values.set(name, value);
    if (this.values.size > mostFolds) this.values.delete(this.values.keys().next().value as string);
  }

  private keyOf(key: string): string {
    return `${this.session}\n${key}`;
  }
}
