import { connectBridge, type Receivers } from './bridge';
import type { Setup } from './contract';
import type { Bridge } from './page_calls';
import { TranscriptPage } from './page';
import { PrintedPage } from './print/printed_page';

let bridge: Bridge | undefined;
let page: TranscriptPage | undefined;
let printed: PrintedPage | undefined;
const withPage =
  <T>(use: (page: TranscriptPage, value: T) => void) =>
  (value: T): void => {
    if (page) use(page, value);
  };
/** What both kinds of page understand. */
const withEither =
  <T>(use: (page: TranscriptPage | PrintedPage, value: T) => void) =>
  (value: T): void => {
    const target = page ?? printed;
    if (target) use(target, value);
  };

/** The first setup says what this page is for. */
function setUp(setup: Setup): void {
  if (!bridge) return;
  if (!page && !printed) {
    if (setup.print) printed = new PrintedPage(bridge, document.body, setup.print);
    else page = new TranscriptPage(bridge, document.body);
  }
  (page ?? printed)?.setUp(setup);
}

const receivers: Receivers = {
  setup: setUp,
  kept: withPage((target, value) => target.takeKept(value)),
  team: withEither((target, value) => target.setTeam(value)),
  openChannel: withEither((target, value) => target.openChannel(value)),
  rows: withEither((target, value) => target.takeRows(value)),
  rowsFailed: withPage((target, value) => target.rowsFailed(value)),
  tryAgain: withPage((target, value) => target.tryAgain(value)),
  invalidateRows: withPage((target, value) => target.refresh(value)),
  extent: withPage((target, value) => target.extend(value)),
  changed: withPage((target, value) => target.replaceRows(value)),
  draft: withPage((target, value) => target.takeDraft(value)),
  select: withPage((target, value) => target.select(value)),
  scrollTo: withPage((target, value) => target.scrollTo(value)),
  fillIn: withPage((target, value) => target.fillIn(value)),
  search: withPage((target, value) => target.search(value)),
  findStep: withPage((target, value) => target.findStep(value)),
  diagramReady: withEither((target, value) => target.diagramReady(value)),
  pictureReady: withPage((target, value) => target.pictureReady(value)),
  pictureChoice: withPage((target, value) => target.choosePictures(value)),
  rowCommand: withPage((target, value) => target.perform(value)),
};

// The document is ready before its style sheets are, whose fonts and measures are read when the page is set up.
function whenStyled(start: () => void): void {
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

whenStyled(() =>
  connectBridge(receivers, (opened) => {
    bridge = opened;
  }),
);
