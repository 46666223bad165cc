import type { Row } from '../contract';
import { isSameDay } from '../words';

const groupSpan = 2 * 60 * 1000;

function sameRecipients(a: Row, b: Row): boolean {
  const names = (row: Row): string =>
    JSON.stringify(row.recipients.map((recipient) => [recipient.kind, recipient.name]));
  return a.recipients.length === b.recipients.length && names(a) === names(b);
}

/** A message needs no header after one by the same speaker to the same recipients within two minutes. */
export function isContinuation(row: Row, before: Row | undefined): boolean {
  if (!before || row.kind !== 'message' || before.kind !== 'message') return false;
  if (row.hold || before.hold || row.undelivered || before.undelivered || row.speaker.lookalike) return false;
  if (row.speaker.key !== before.speaker.key || row.speaker.name !== before.speaker.name) return false;
  const waited = row.time - before.time;
  if (waited < 0 || waited > groupSpan || !isSameDay(row.time, before.time)) return false;
  return row.private?.chat === before.private?.chat && !before.privateEnd && sameRecipients(row, before);
}

export interface Surroundings {
  continuation: boolean;
  day: boolean;
  privateStart: boolean;
  privateStop: boolean;
}

/** What a row shows because of its neighbours. An unknown neighbour (not in the page yet) adds nothing. */
export function surroundingsOf(row: Row, before: Row | undefined, after: Row | undefined): Surroundings {
  const chat = row.private?.chat;
  return {
    continuation: isContinuation(row, before),
    day: !row.untimed && (row.ordinal === 0 || (before !== undefined && !isSameDay(row.time, before.time))),
    privateStart:
      chat !== undefined &&
      (before === undefined ? row.ordinal === 0 : before.private?.chat !== chat || Boolean(before.privateEnd)),
    privateStop:
      chat !== undefined && (Boolean(row.privateEnd) || (after !== undefined && after.private?.chat !== chat)),
  };
}

export function sameSurroundings(a: Surroundings, b: Surroundings): boolean {
  return (
    a.continuation === b.continuation &&
    a.day === b.day &&
    a.privateStart === b.privateStart &&
    a.privateStop === b.privateStop
  );
}
