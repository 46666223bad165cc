import { el, onTrusted } from './dom';
import { icon } from './render/icons';
import { count, say } from './words';

/** "3 new" */
export const newWords = (rows: number): string => (rows === 1 ? say('newOne') : say('newMany', count(rows)));

/** How many rows have come below what is in sight, and the way there. */
export class NewPill {
  readonly element = el('button', 'newpill');

  constructor(goToEnd: () => void) {
    this.element.type = 'button';
    this.element.hidden = true;
    onTrusted(this.element, 'click', goToEnd);
  }

  show(rows: number): void {
    this.element.hidden = rows <= 0;
    if (rows > 0) this.element.replaceChildren(icon('arrow-down', 's'), newWords(rows));
  }
}
