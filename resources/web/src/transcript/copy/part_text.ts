import type { Bridge, Row } from '../contract';
import { handedOverCap } from '../safety/caps';

/** A part of a message. Of one that is too long to be handed over the program copies all of the message, which it says; false then. */
export function copyPart(text: string, row: Row, bridge: Bridge): boolean {
  const isHandedOver = text.length <= handedOverCap;
  if (isHandedOver) bridge.copyText(text);
  else bridge.copyRange(row.generation, row.ordinal, row.ordinal);
  return isHandedOver && text !== '';
}
