import type { Row } from '../contract';
import type { Bridge } from '../page_calls';
import { handedOverCap } from '../safety/caps';

/** A part of a message. If it is too long to hand over, the program copies the whole message, with a notice; false then. */
export function copyPart(text: string, row: Row, bridge: Bridge): boolean {
  const isHandedOver = text.length <= handedOverCap;
  if (isHandedOver) bridge.call('copyText', { text });
  else bridge.call('copyRange', { generation: row.generation, first: row.ordinal, last: row.ordinal });
  return isHandedOver && text !== '';
}
