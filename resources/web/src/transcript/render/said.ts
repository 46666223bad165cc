import { say, type WordKey } from '../words';

/** A sentence with this at its %1. */
export function saidAround(key: WordKey, part: Node): Node[] {
  const [before, after = ''] = say(key, '\u0001').split('\u0001');
  return [document.createTextNode(before), part, document.createTextNode(after)];
}
