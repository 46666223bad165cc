import type { Recipient, Row, Speaker } from '../src/transcript/contract';

export const alice: Speaker = { key: 'Alice', name: 'Alice', lane: 2, hue: 2, person: false, leader: false };
export const bob: Speaker = { key: 'Bob', name: 'Bob', lane: 3, hue: 3, person: false, leader: false };
export const you: Speaker = { key: 'you', name: 'You', lane: 0, hue: 0, person: true, leader: false };
export const toBob: Recipient = { kind: 'role', name: 'Bob', lane: 3 };
export const toYou: Recipient = { kind: 'you', name: 'you', lane: 0 };
export const toAll: Recipient = { kind: 'everyone', name: '', lane: -1 };

export const noon = new Date(2026, 6, 30, 12, 0).getTime();

export function row(change: Partial<Row> = {}): Row {
  return {
    generation: 1,
    ordinal: 5,
    seq: 6,
    kind: 'message',
    time: noon,
    speaker: alice,
    recipients: [toBob],
    blocks: [{ type: 'text', text: 'hello' }],
    ...change,
  };
}
