import type { Recipient, Speaker } from '../contract';
import { recipientWords, speakerName } from '../render/people';
import { clockTime } from '../words';
import { textIn } from './range_text';

/** What somebody said, as it is in the page. */
export interface Passage {
  element: Element;
  head: string; // empty: nobody says it
  isContinuation: boolean; // of the passage before it
}

/** "Eve → Mike, everyone (07:47)", in one line whatever the names are. */
export function headOf(speaker: Speaker, recipients: Recipient[], time?: number): string {
  const name = speakerName(speaker);
  if (!name) return '';
  const to = recipientWords(recipients);
  const who = to ? `${name} → ${to}` : name;
  return (time === undefined ? who : `${who} (${clockTime(time)})`).replace(/\s+/g, ' ');
}

const said = '.msg > .c, .sysline > .row, .roundsep';

export interface Taken {
  day: string;
  body: string;
  passage: Passage;
}

/** The part of a passage within a range. */
export function take(passage: Passage, range: Range, selection: Selection): Taken {
  const textOf = (selector: string): string =>
    [...passage.element.querySelectorAll(selector)]
      .map((root) => textIn(root, range, selection))
      .filter(Boolean)
      .join('\n\n');
  return { day: textOf(':scope > .daysep'), body: textOf(said), passage };
}

/** The speaker's line is above each passage, except continuations, and except when all is from a single one. */
export function written(takings: readonly Taken[]): string {
  const filled = takings.filter(({ day, body }) => day || body);
  if (filled.length === 1) return filled[0].body || filled[0].day;
  const texts = takings.map(({ day, body, passage }, index) => {
    const goesOn = passage.isContinuation && Boolean(takings[index - 1]?.body);
    const lines = [goesOn || !body ? '' : passage.head, body].filter(Boolean).join('\n');
    return [day, lines].filter(Boolean).join('\n\n');
  });
  return texts.filter(Boolean).join('\n\n');
}
