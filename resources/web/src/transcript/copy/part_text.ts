import type { Bridge, Row } from '../contract';
import { handedOverCap } from '../safety/caps';

/** A part of a message. If it is too long to hand over, the program copies the whole message, with a notice; false then. */
export function copyPart(text: string, row: Row, bridge: Bridge): boolean {
  const isHandedOver = text.length <= handedOverCap;
  if (isHandedOver) bridge.copyText(text);
  else bridge.copyRange(row.generation, row.ordinal, row.ordinal);
  return isHandedOver && text !== '';
}
