import { connectBridge, type Receivers } from './bridge';
import { TranscriptPage } from './page';

let page: TranscriptPage | undefined;
const withPage = <T>(use: (page: TranscriptPage, value: T) => void) => (value: T): void => {
  if (page) use(page, value);
};

const receivers: Receivers = {
  setup: withPage((target, value) => target.setUp(value)),
  team: withPage((target, value) => target.setTeam(value)),
  openChannel: withPage((target, value) => target.openChannel(value)),
  rows: withPage((target, value) => target.takeRows(value)),
  extent: withPage((target, value) => target.extend(value)),
  changed: withPage((target, value) => target.replaceRows(value)),
  draft: withPage((target, value) => target.takeDraft(value)),
  select: withPage((target, value) => target.select(value)),
  scrollTo: withPage((target, value) => target.scrollTo(value)),
  search: withPage((target, value) => target.search(value)),
  findStep: withPage((target, value) => target.findStep(value)),
  diagramReady: withPage((target, value) => target.diagramReady(value)),
};

// The document is ready before its style sheets are, whose fonts and measures are read when the page is set up.
function whenStyled(start: () => void): void {
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

whenStyled(() => connectBridge(receivers, (bridge) => {
  page = new TranscriptPage(bridge, document.body);
}));
