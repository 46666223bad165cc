import type { DiagramReady, Member, OpenChannel, Printed, Row, Rows, Setup, Team } from '../contract';
import type { Bridge } from '../page_calls';
import { el } from '../dom';
import { LaneHead } from '../lanehead';
import { activeLanes, layOutLanes, type LaneLayout } from '../lanes';
import { hueOfLane, initialsOf } from '../members';
import { FoldState, type Context } from '../render/context';
import { Diagrams } from '../render/diagram';
import { surroundingsOf } from '../render/grouping';
import { RemotePictures } from '../render/remote_pictures';
import { RenderedRow } from '../render/row';
import { rowsOf } from '../rows_of';
import { applyTheme } from '../theme';
import { ToolResults } from '../tool_results';
import { SlicedWork } from '../window/slices';
import { count, dayText, isSameDay, say, setWords } from '../words';
import { limits } from '../page_calls';

const noLayout: LaneLayout = { marks: [], width: 0, xOf: () => undefined };

/** Must not be alone at the foot of a page. */
const leadingLines = '.mh, .bh, .daysep, .roundsep, .pvh, .think';
/** Goes to the next page as a whole, and takes the line that introduces it along. */
const undivided = '.askcard, .notice, .thumbs, .medium, .remote';
const cards = '.box, .tools';

const isUndivided = (element: Element): boolean =>
  element.matches(undivided) || element.querySelector(':scope > div > .diagram') !== null;

/** An introducing line, with what must not be separated from it. */
function keepTogether(line: Element): void {
  const keep = el('div', 'keep');
  line.replaceWith(keep);
  keep.append(line);
  if (!line.matches('.mh')) return;
  const next = keep.nextElementSibling;
  const first = next?.matches('.prose') ? next.firstElementChild : next;
  if (!next || !first) return;
  if (isUndivided(first)) keep.append(next === first ? next : el('div', next.className, first));
  else if (first.matches(cards)) keep.classList.add('card');
}

/**
 * Rows of a channel for paper: all of them in the page, nothing to click. Emits `painted` once no picture and no
 * diagram is missing.
 */
export class PrintedPage {
  private readonly heading = el('header', 'printhead');
  private readonly head = new LaneHead();
  private readonly list = el('div', 'list');
  private readonly context: Context;
  private readonly diagrams: Diagrams;
  private readonly queue: { step: () => boolean; drawing: (() => void) | undefined }[] = [];
  private readonly work = new SlicedWork((isTimeLeft) => this.draw(isTimeLeft));
  private readonly rows: Row[] = [];
  private setup: Setup | undefined;
  private members: Member[] = [];
  private generation = 0;
  private total = 0;
  private drawn = 0;
  private told: (() => void) | undefined; // whose row this slice has said that it draws
  private isComplete = false; // every row has come
  private isDone = false;

  constructor(
    private readonly bridge: Bridge,
    body: HTMLElement,
    private readonly print: Printed,
  ) {
    document.documentElement.classList.add('printed');
    this.diagrams = new Diagrams(bridge, 'light', Infinity);
    this.context = this.makeContext();
    body.append(el('div', 'sheet', this.heading, this.head.element, el('div', 'feed', this.head.lanes, this.list)));
    // For pictures these do not bubble.
    for (const event of ['load', 'error'])
      this.list.addEventListener(event, () => this.finishIfReady(), { capture: true });
  }

  setUp(setup: Setup): void {
    this.setup = setup;
    setWords(setup.words ?? {}, setup.locale);
    applyTheme(setup);
    this.diagrams.setTheme(setup.theme);
  }

  setTeam(team: Team): void {
    this.members = team.members;
  }

  openChannel(channel: OpenChannel): void {
    this.generation = channel.generation;
    this.total = channel.total;
    this.context.folds.session = channel.session;
    this.ask();
  }

  takeRows(rows: Rows): void {
    if (rows.generation !== this.generation || this.isComplete) return;
    const wanted = rowsOf(rows).filter((row) => row.ordinal <= this.print.last);
    this.rows.push(...wanted);
    // None: the channel was cut meanwhile.
    this.isComplete = this.print.first + this.rows.length > this.print.last || wanted.length === 0;
    if (!this.isComplete) this.ask();
    else this.begin();
  }

  diagramReady(result: DiagramReady): void {
    this.diagrams.ready(result);
    this.finishIfReady();
  }

  private ask(): void {
    const first = this.print.first + this.rows.length;
    const count = Math.min(limits.rowsPerRequest, this.print.last - first + 1);
    this.bridge.call('requestRows', { generation: this.generation, request: first, first, count });
  }

  private makeContext(): Context {
    return {
      // A question waits for an answer in the window; on paper it only says so.
      bridge: this.bridge,
      isReplay: true,
      isPrinted: true,
      layout: noLayout,
      selected: -1,
      folds: new FoldState(),
      nextFold: () => '',
      diagrams: this.diagrams,
      pictures: new RemotePictures(this.bridge),
      toolResults: new ToolResults(),
      isSought: () => false,
      initialsOf: (key, name) => initialsOf(this.members, key, name),
      hueOfLane: (lane) => hueOfLane(this.members, lane),
      goTo: () => undefined,
      copy: () => false,
      tell: () => undefined,
      redraw: () => undefined,
      later: (step, drawing) => this.queue.push({ step, drawing }),
      drawing: () => undefined,
    };
  }

  /** All rows are known: the lanes are those of the people in them. */
  private begin(): void {
    if (!this.setup) return;
    const layout = layOutLanes(this.members, this.setup.lanes, 'all', activeLanes(this.rows));
    this.context.layout = layout;
    document.documentElement.style.setProperty('--w-rail', `calc(${layout.width} * var(--u))`);
    this.head.setLayout(layout);
    this.writeHeading();
    this.work.wake();
  }

  private writeHeading(): void {
    const messages = this.rows.filter((row) => row.kind === 'message' || row.kind === 'question').length;
    const parts = [this.print.channel, messages === 1 ? say('printedOne') : say('printedMany', count(messages))];
    if (this.rows.length < this.total)
      parts.push(
        say('position', count(this.print.first + 1), count(this.print.first + this.rows.length), count(this.total)),
      );
    const timed = this.rows.filter((row) => !row.untimed);
    if (timed.length) {
      const [first, last] = [timed[0].time, timed[timed.length - 1].time];
      parts.push(
        isSameDay(first, last)
          ? dayText(first, 'dayLong')
          : say('printedSpan', dayText(first, 'dayLong'), dayText(last, 'dayLong')),
      );
    }
    this.heading.replaceChildren(el('h1', '', this.print.title), el('p', '', parts.join(' · ')));
    document.title = this.print.title;
  }

  private draw(isTimeLeft: () => boolean): boolean {
    this.told = undefined;
    do {
      if (this.drawn < this.rows.length) this.drawRow(this.drawn++);
      else this.drawLater();
    } while (isTimeLeft() && this.isWorkLeft());
    this.finishIfReady();
    return this.isWorkLeft();
  }

  private drawLater(): void {
    const next = this.queue[0];
    if (next && next.drawing !== this.told) next.drawing?.();
    this.told = next?.drawing;
    if (next && !next.step()) this.queue.shift();
  }

  private isWorkLeft(): boolean {
    return this.drawn < this.rows.length || this.queue.length > 0;
  }

  private drawRow(index: number): void {
    const row = this.rows[index];
    const around = surroundingsOf(row, this.rows[index - 1], this.rows[index + 1]);
    // What came before the first row is not here: the row itself says what day it is, and that it is private.
    const own = index === 0 ? { ...around, day: !row.untimed, privateStart: Boolean(row.private) } : around;
    const { element } = new RenderedRow(row, own, this.context);
    this.list.append(element);
    for (const line of element.querySelectorAll(leadingLines)) keepTogether(line);
  }

  private finishIfReady(): void {
    if (this.isDone || !this.isComplete || this.isWorkLeft()) return;
    if (
      this.list.querySelector('.diagram .waiting') ||
      [...this.list.querySelectorAll('img')].some((picture) => !picture.complete)
    )
      return;
    this.isDone = true;
    void document.fonts.ready.then(() => this.bridge.call('painted', { generation: this.generation }));
  }
}
