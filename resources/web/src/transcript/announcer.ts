import type { Row, Speaker } from './contract';
import { el } from './dom';
import { newWords } from './new_pill';
import { speakerName } from './render/people';
import { count, say } from './words';

/** Rows arriving within this time are announced together: nobody wants to hear of twenty agents one by one. */
const pause = 1_000;
const mostNames = 3;
const mostFinished = 200;

/** The rows of a channel, as far as they are known. */
export interface Arrivals {
  readonly total: number;
  readonly knownRows: readonly Row[];
  /** Whether the newest rows come into the page by themselves. */
  readonly isFollowing: boolean;
}

/** "Alice wrote", "Question from Bob", "3 new messages from Alice, Bob" */
function wordsOf(rows: readonly Row[]): string {
  const names = [...new Set(rows.map((row) => speakerName(row.speaker)))];
  if (rows.length === 1) return say(rows[0].kind === 'question' ? 'questionGroup' : 'wrote', names[0]);
  const more = names.length > mostNames ? [say('moreRecipients', count(names.length - mostNames))] : [];
  return say('wroteMany', count(rows.length), [...names.slice(0, mostNames), ...more].join(', '));
}

/**
 * Announces, to people who cannot see the page, that something has come and from whom, once; the content can be read
 * there.
 */
export class Announcer {
  readonly element = el('div', 'offscreen');
  private readonly finished = new Set<string>(); // messages of which it was said that they are written
  private told = 0; // the rows before this one were here, or it was said that they came
  private timer = 0;
  private ended: string[] = []; // said of replies that ended just now
  private endedAt = -Infinity;

  constructor(private readonly arrivals: () => Arrivals) {
    this.element.setAttribute('aria-live', 'polite');
  }

  /** Another channel: its existing rows are not news. */
  open(total: number): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.told = total;
  }

  /** Now, and on its own. */
  say(words: string): void {
    this.element.textContent = words;
  }

  finishedWriting(message: string, speaker: Speaker): void {
    if (this.finished.has(message)) return;
    this.finished.add(message);
    if (this.finished.size > mostFinished) this.finished.delete(this.finished.values().next().value as string);
    const now = performance.now();
    if (now - this.endedAt > pause) this.ended = [];
    this.endedAt = now;
    this.ended.push(say('writingFinished', speakerName(speaker)));
    this.say(this.ended.slice(-mostNames).join('. ')); // the one before may not have been heard yet
  }

  /** There are more rows, or more of them are known. */
  rowsCame(): void {
    if (!this.timer && this.arrivals().total > this.told) this.timer = window.setTimeout(() => this.tell(), pause);
  }

  private tell(): void {
    this.timer = 0;
    const { total, knownRows, isFollowing } = this.arrivals();
    const rows = knownRows.filter((row) => row.ordinal >= this.told);
    const arrived = total - this.told;
    const areKnown = rows.length === arrived;
    // The speakers of rows in the page are known. If the last is and the first are not, there are more than fit.
    if (!areKnown && isFollowing && !rows.some((row) => row.ordinal === total - 1)) return;
    this.told = total;
    const news = rows.filter((row) => this.isNews(row));
    if (!areKnown) this.say(say('newIn', newWords(arrived)));
    else if (news.length) this.say(wordsOf(news));
  }

  private isNews(row: Row): boolean {
    const isSaid = row.message !== undefined && this.finished.has(row.message);
    return (row.kind === 'message' || row.kind === 'question') && !row.speaker.person && !isSaid;
  }
}
