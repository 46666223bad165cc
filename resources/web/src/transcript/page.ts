import type {
  Changed,
  DiagramReady,
  Draft,
  Kept,
  Member,
  OpenChannel,
  PictureReady,
  Row,
  RowDeed,
  Rows,
  Search,
  Setup,
  Team,
} from './contract';
import type { Bridge, Message } from './page_calls';
import { Announcer } from './announcer';
import { ContextMenu } from './context_menu';
import { SelectionCopy } from './copy/selection_copy';
import { el, onTrusted } from './dom';
import { Drafts } from './draft';
import { Finder } from './find/finder';
import { KeptFolds, takeKept } from './kept_folds';
import { LaneHead } from './lanehead';
import { isChoice, Lanes, type LaneLayout } from './lanes';
import { LaterWork } from './later_work';
import { hueOfLane, initialsOf } from './members';
import { NewPill } from './new_pill';
import { ReadingKeys } from './reading_keys';
import { FoldState, type Context } from './render/context';
import { Diagrams } from './render/diagram';
import type { Surroundings } from './render/grouping';
import { RemotePictures } from './render/remote_pictures';
import { looksOf, RenderedRow } from './render/row';
import { rowsOf } from './rows_of';
import { applyTheme } from './theme';
import { ToolResults } from './tool_results';
import { Feed } from './window/feed';
import { scrollWithin } from './window/scroll_within';
import { say, setWords } from './words';

// Pieces of a text until the line that is read is there again; one that is further down comes later.
const drawnAtOnce = 20;

// Counting the characters before a line takes longer in a long message.
const linePause = 200;

const noLayout: LaneLayout = { marks: [], width: -1, xOf: () => undefined };

/** The page as a whole: takes what the application sends and puts its parts to work. */
export class TranscriptPage {
  private readonly head = new LaneHead();
  private readonly lanes = new Lanes();
  private readonly list = el('div', 'list');
  private readonly feedBox: HTMLElement;
  private readonly scroller: HTMLElement;
  private readonly empty = el('div', 'emptytext');
  private readonly pill = new NewPill(() => this.goToEnd());
  private readonly kept: KeptFolds;
  private readonly announcer = new Announcer(() => ({
    total: this.feed.total,
    knownRows: this.feed.knownRows,
    isFollowing: this.feed.place.isFollowing,
  }));
  private readonly context: Context;
  private readonly diagrams: Diagrams;
  private readonly pictures: RemotePictures;
  private readonly drafts: Drafts;
  private readonly feed: Feed;
  private readonly keys: ReadingKeys;
  private readonly finder: Finder;
  private readonly menu: ContextMenu;
  private readonly later = new LaterWork(
    () => this.feed.takeIfScrolled(),
    () => this.laterWorked(),
  );
  private setup: Setup | undefined;
  private members: Member[] = [];
  private generation = 0;
  private seenTotal = 0;
  private frame = 0;
  private paintedFrame = 0;
  private reported = '';
  private lineTimer = 0;
  private marked = -1; // the row that a mark beside the transcript leads to
  private ownSteps = 0; // from there on what is drawn later is of the row that was made last
  private toFillIn = -1; // the question whose form is wanted, until its row is here
  private layoutKey = '';

  constructor(
    private readonly bridge: Bridge,
    body: HTMLElement,
  ) {
    this.kept = new KeptFolds(bridge);
    this.diagrams = new Diagrams(bridge, 'light');
    this.pictures = new RemotePictures(bridge);
    this.finder = new Finder(
      this.list,
      (hit) => this.reveal(hit),
      (entry) => this.feed.place.readOn(entry),
      (ordinal, place, count) => bridge.call('foundPlace', { generation: this.generation, ordinal, place, count }),
    );
    this.context = this.makeContext();
    this.drafts = new Drafts(
      () => this.context,
      () => this.viewMoved(),
      (id) => this.feed.rows.find((view) => view.row.message === id),
      (from, row) => this.feed.takeOver(from, row),
      this.announcer,
    );
    this.list.append(this.drafts.element);
    this.list.setAttribute('role', 'feed');
    this.feedBox = el('div', 'feed', this.head.lanes, this.list);
    this.scroller = el('div', 'scroller', this.head.element, this.feedBox);
    this.scroller.tabIndex = 0;
    body.append(el('div', 'page', this.scroller, this.empty, this.pill.element, this.announcer.element));
    this.feed = new Feed(this.scroller, this.head.element, this.list, this.drafts.element, {
      makeRow: (row, around) => this.makeRow(row, around),
      drawMore: (isThere) => this.later.hurry(this.ownSteps, isThere, drawnAtOnce),
      looksOf: (row) => looksOf(row, this.context),
      requestRows: (request, first, count) =>
        bridge.call('requestRows', { generation: this.generation, request, first, count }),
      visiblePartPlaced: () => {
        this.revealMarked();
        this.openForm();
        if (this.later.isDone) this.feed.place.seekLine(true);
        this.keys.placed();
        this.reportPainted();
      },
      mountedChanged: () => this.mountedChanged(),
      viewMoved: () => this.viewMoved(),
      focusLeft: (ordinal) => this.keys.focusLeft(ordinal),
    });
    this.keys = new ReadingKeys(this.feed, this.scroller, this.list, () => this.goToEnd());
    onTrusted(document.body, 'keydown', (event) => this.keys.onKey(event));
    this.menu = new ContextMenu(bridge, this.list, this.context, () => this.feed.rows as readonly RenderedRow[]);
    new SelectionCopy(this.feed, this.list, this.drafts, (first, last) =>
      bridge.call('copyRange', { generation: this.generation, first, last }),
    );
  }

  setUp(setup: Setup): void {
    // New colours and sizes need no new rows; new words do.
    const textOf = (value: Setup | undefined): string =>
      value ? JSON.stringify([value.words, value.locale, value.replay]) : '';
    const isSaidAnew = this.setup !== undefined && textOf(this.setup) !== textOf(setup);
    this.setup = setup;
    this.feed.takeIfScrolled();
    setWords(setup.words ?? {}, setup.locale);
    applyTheme(setup);
    this.context.isReplay = setup.replay;
    this.diagrams.setTheme(setup.theme);
    this.list.setAttribute('aria-label', say('feed'));
    this.showEmpty();
    this.updateLayout();
    if (isSaidAnew) this.feed.redrawAll();
    this.feed.place.restore();
    this.viewMoved();
  }

  takeKept(kept: Kept): void {
    takeKept(kept, this.context.folds);
  }

  setTeam(team: Team): void {
    this.members = team.members;
    this.updateLayout();
    this.feed.redrawChanged();
  }

  openChannel(channel: OpenChannel): void {
    this.generation = channel.generation;
    const isElsewhere = this.context.folds.session !== channel.session;
    if (isElsewhere) {
      this.toFillIn = -1;
      this.diagrams.forgetWaiting();
    }
    this.context.folds.session = channel.session;
    this.context.toolResults.clear();
    this.seenTotal = Math.min(channel.total, channel.seen ?? channel.total);
    this.reported = '';
    this.later.clear();
    this.drafts.clear();
    this.announcer.open(channel.total);
    this.feed.open(channel.total, channel.anchor.ordinal, channel.anchor.align, isElsewhere, channel.anchor.line);
    this.viewMoved();
    // Arrow and page keys scroll what has the focus.
    if (document.activeElement === document.body || !document.activeElement)
      this.scroller.focus({ preventScroll: true });
  }

  takeRows(rows: Rows): void {
    if (rows.generation !== this.generation) return;
    this.feed.takeRows(rows.request, rows.total, rowsOf(rows));
  }

  rowsFailed(failed: Message<'rowsFailed'>): void {
    if (failed.generation === this.generation) this.feed.rowsFailed(failed.request);
  }

  tryAgain(of: Message<'tryAgain'>): void {
    if (of.generation === this.generation) this.feed.tryNow();
  }

  refresh(of: Message<'invalidateRows'>): void {
    if (of.generation === this.generation) this.feed.refresh();
  }

  extend(extent: Message<'extent'>): void {
    if (extent.generation !== this.generation) return;
    this.feed.extend(extent.total);
    this.announcer.rowsCame();
    for (const article of this.list.querySelectorAll('article[aria-setsize]'))
      article.setAttribute('aria-setsize', String(this.feed.total));
    this.viewMoved();
  }

  replaceRows(changed: Changed): void {
    if (changed.generation !== this.generation) return;
    const rows = rowsOf(changed);
    this.feed.replace(rows);
    // An answer that was refused leaves its question as it was, and the card is to take another one.
    for (const { ordinal } of rows)
      if (this.feed.viewOf(ordinal)?.element.querySelector('.askcard.sent')) this.feed.redrawRow(ordinal);
  }

  takeDraft(draft: Draft): void {
    if (draft.generation === this.generation) this.drafts.take(draft);
  }

  select(selected: Message<'select'>): void {
    const before = this.context.selected;
    this.context.selected = selected.seq;
    for (const view of this.feed.rows as readonly RenderedRow[]) {
      if (view.row.seq === before || view.row.seq === selected.seq) view.setSelected(view.row.seq === selected.seq);
    }
  }

  scrollTo(target: Message<'scrollTo'>): void {
    if (target.generation !== this.generation) return;
    this.marked = target.align === 'center' && target.flash ? target.ordinal : -1;
    this.feed.scrollTo(target.ordinal, target.align, target.flash, target.part);
    this.openForm();
  }

  fillIn(wanted: Message<'fillIn'>): void {
    this.toFillIn = wanted.seq; // the way there follows
  }

  search(search: Search): void {
    if (search.generation !== this.generation) return;
    this.feed.takeIfScrolled();
    this.finder.set(search);
    // What the hit was found by may be folded away.
    const view = this.feed.rows[search.current - this.feed.mounted().first];
    if (view && !view.element.querySelector('mark.hit')) this.feed.redrawRow(view.ordinal);
    this.feed.place.restore();
  }

  findStep(step: Message<'findStep'>): void {
    if (step.generation === this.generation && !this.finder.step(step.by)) this.bridge.call('foundBeyond', step);
  }

  diagramReady(result: DiagramReady): void {
    this.feed.takeIfScrolled();
    this.diagrams.ready(result);
    this.feed.place.restore();
  }

  pictureReady(result: PictureReady): void {
    this.feed.takeIfScrolled();
    this.pictures.ready(result);
    this.feed.place.restore();
  }

  choosePictures({ choice }: Message<'pictureChoice'>): void {
    this.feed.takeIfScrolled();
    this.pictures.choose(choice);
    this.feed.place.restore();
  }

  perform(deed: RowDeed): void {
    if (deed.generation === this.generation) this.menu.perform(deed);
  }

  // ---- what drawing needs

  private makeContext(): Context {
    return {
      bridge: this.bridge,
      isReplay: false,
      isPrinted: false,
      layout: noLayout,
      selected: -1,
      folds: new FoldState((name, value) => this.kept.changed(name, value)),
      nextFold: () => '',
      diagrams: this.diagrams,
      pictures: this.pictures,
      toolResults: new ToolResults(),
      isSought: (ordinal, text) => this.finder.isSought(ordinal, text),
      initialsOf: (key, name) => initialsOf(this.members, key, name),
      hueOfLane: (lane) => hueOfLane(this.members, lane),
      goTo: (ordinal) => {
        if (!this.feed.areRowsOld) this.feed.scrollTo(ordinal, 'center', true);
      },
      copy: (text) => {
        this.bridge.call('copyText', { text }); // of a reply that is written: what is shown of it is not too long
        return text !== '';
      },
      tell: (words) => this.announcer.say(words),
      redraw: (row) => this.feed.redrawRow(row.ordinal),
      later: (step, drawing) => this.later.add(step, drawing),
      drawing: () => undefined,
    };
  }

  /** A long text is set piece by piece: the line a page was at before may be in a later one. */
  private laterWorked(): void {
    const wasSeeking = this.feed.place.isSeeking;
    this.feed.place.seekLine(this.later.isDone);
    if (wasSeeking && !this.feed.place.isSeeking) this.viewMoved();
    this.feed.place.restore();
  }

  private makeRow(row: Row, around: Surroundings): RenderedRow {
    this.pictures.offer(row);
    this.ownSteps = this.later.length;
    const made = new RenderedRow(row, around, this.context);
    made.element.querySelector('article')?.setAttribute('aria-setsize', String(this.feed.total));
    return made;
  }

  // ---- the rail

  private updateLayout(): void {
    if (!this.setup) return;
    const { lanes, rail } = this.setup;
    const inSight = isChoice(this.members, rail) ? this.rowsInSight() : [];
    const layout = this.lanes.layOut(this.members, lanes, rail, this.feed.knownRows, inSight);
    const key = JSON.stringify([layout.marks, layout.width]);
    if (key === this.layoutKey) return;
    this.layoutKey = key;
    const isSameWidth = layout.width === this.context.layout.width;
    this.context.layout = layout;
    this.feed.takeIfScrolled();
    // A new width costs a new layout of everything.
    if (!isSameWidth) document.documentElement.style.setProperty('--w-rail', `calc(${layout.width} * var(--u))`);
    document.documentElement.classList.toggle('norail', layout.width === 0);
    this.head.setLayout(layout);
    this.bridge.call('rail', {
      lanes: layout.marks.map((mark) => mark.lane),
      middles: layout.marks.map((mark) => mark.x),
      width: layout.width,
    });
    for (const view of this.feed.rows as readonly RenderedRow[]) view.redrawRail();
    this.drafts.redrawRails();
    if (!isSameWidth) this.feed.place.restore();
  }

  /** The visible rows, and the replies being written after the last one. */
  private rowsInSight(): Row[] {
    const range = this.feed.place.visible();
    const rows = this.feed.rows
      .filter(({ ordinal }) => range && ordinal >= range.first && ordinal <= range.last)
      .map((view) => view.row);
    return this.feed.isEndMounted() && (!range || range.last === this.feed.total - 1)
      ? [...rows, ...this.drafts.asRows()]
      : rows;
  }

  // ---- what the view shows

  private mountedChanged(): void {
    this.updateLayout();
    this.drafts.rowsArrived();
    this.announcer.rowsCame();
    this.feed.showBehind();
    this.showEmpty();
  }

  /** Shown if there are no rows. */
  private showEmpty(): void {
    const { isLoading, total } = this.feed;
    this.empty.textContent = say(isLoading ? 'loadingRows' : 'emptyChannel');
    this.empty.hidden = !isLoading && (total > 0 || this.drafts.element.childElementCount > 0);
  }

  /** Once its row has been brought into sight. */
  private openForm(): void {
    const view = (this.feed.rows as readonly RenderedRow[]).find((one) => one.row.seq === this.toFillIn);
    if (!view) return;
    this.toFillIn = -1;
    requestAnimationFrame(() => {
      this.feed.takeIfScrolled();
      view.element.querySelector('.askcard')?.dispatchEvent(new CustomEvent('fillin'));
      this.feed.place.restore();
      const field = document.activeElement;
      if (field && view.element.contains(field)) this.reveal(field);
    });
  }

  private viewMoved(): void {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.reportView());
  }

  private reportView(): void {
    this.frame = 0;
    if (this.feed.areRowsOld) return; // nothing of what is open now is in sight
    const range = this.feed.place.visible();
    const atEnd = this.feed.place.isAtEnd();
    const isShown = this.feed.rows.length > 0; // else they are on their way
    if (isShown && (atEnd || this.feed.place.isFollowing)) this.seenTotal = this.feed.total;
    else if (range) this.seenTotal = Math.max(this.seenTotal, range.last + 1);
    this.pill.show(this.feed.place.isFollowing ? 0 : this.feed.total - this.seenTotal);
    if (!range) {
      if (isShown || this.feed.total === 0) this.head.setBelowRows(this.feed.total); // else they are on their way
      return;
    }
    if (this.setup && isChoice(this.members, this.setup.rail)) this.updateLayout();
    this.showPosition(range.first, range.last);
    if (!this.lineTimer) this.lineTimer = window.setTimeout(() => this.reportLine(), linePause);
    const [above, below] = [this.toldPart(range.above), this.toldPart(range.below)];
    const { first, last } = range;
    const told = { generation: this.generation, first, last, atEnd, above, below };
    const report = JSON.stringify(told);
    if (report === this.reported) return;
    this.reported = report;
    this.bridge.call('visibleRange', told);
  }

  /** In thousandths, as exact as the bar can show it: if a row is less than a pixel, its part is not reported. */
  private toldPart(part: number): number {
    const steps = Math.floor(this.feed.place.viewHeight() / Math.max(1, this.feed.total));
    return steps > 1 ? Math.round((1000 * Math.round(part * steps)) / steps) : 0;
  }

  /** So that a later page starts at the same line. */
  private reportLine(): void {
    this.lineTimer = 0;
    if (this.feed.areRowsOld || this.feed.place.isSeeking) return;
    const { generation } = this;
    const line = this.feed.place.line();
    if (line) this.bridge.call('lineAtTop', { generation, ...line });
    else this.bridge.call('noLineAtTop', { generation });
  }

  private showPosition(first: number, last: number): void {
    const view = this.feed.rows[first - this.feed.mounted().first];
    const isDayInSight =
      view?.surroundings.day && view.element.getBoundingClientRect().top > this.feed.place.viewTop() - 20;
    this.head.setPosition(
      first,
      last,
      this.feed.total,
      view && !isDayInSight && !view.row.untimed ? view.row.time : undefined,
    );
  }

  /** Painted means: two frames have passed since the visible part was in place. */
  private reportPainted(): void {
    cancelAnimationFrame(this.paintedFrame);
    const { generation } = this;
    this.paintedFrame = requestAnimationFrame(() => {
      this.paintedFrame = requestAnimationFrame(() => this.bridge.call('painted', { generation }));
    });
  }

  /** A mark beside the transcript leads to what it represents, which may be further down in a long message. */
  private revealMarked(): void {
    const view = (this.feed.rows as readonly RenderedRow[]).find((one) => one.ordinal === this.marked);
    this.marked = -1;
    const notice = view?.element.querySelector('[data-mark="annotation"]');
    if (notice) this.reveal(notice);
  }

  /** A message may be longer than the view. */
  private reveal(hit: Element): void {
    scrollWithin(hit, this.scroller);
    const box = hit.getBoundingClientRect();
    const top = this.feed.place.viewTop();
    const height = this.feed.place.viewHeight();
    if (box.top >= top && box.bottom <= top + height) return;
    this.scroller.scrollTop += box.top - top - height / 3;
    this.feed.takeIfScrolled();
  }

  private goToEnd(): void {
    this.feed.scrollTo(this.feed.total - 1, 'end', false);
  }
}
