import { el, onTrusted } from '../dom';
import { say } from '../words';
import { icon } from './icons';

/** The marks in a text and the notes they refer to, in whichever piece they are. */
export class NoteMarks {
  private readonly marks = new Map<number, HTMLElement>();
  private readonly ends = new Map<number, HTMLElement>();

  mark(number: number): HTMLElement {
    const mark = el('button', 'fnref', String(number));
    mark.setAttribute('aria-label', say('footnote', number));
    if (!this.marks.has(number)) this.marks.set(number, mark);
    return this.leading(mark, () => {
      this.marks.set(number, mark); // the way back leads to where one came from
      return this.ends.get(number);
    });
  }

  /** The end of a note, with the way back. */
  end(number: number): HTMLElement {
    const back = el('button', 'fnref back', icon('reply', 'xs'));
    back.title = say('footnoteBack', number);
    back.setAttribute('aria-label', back.title);
    this.ends.set(number, back);
    return this.leading(back, () => this.marks.get(number));
  }

  private leading(button: HTMLButtonElement, target: () => HTMLElement | undefined): HTMLElement {
    button.type = 'button';
    onTrusted(button, 'click', (event) => {
      event.stopPropagation();
      const to = target();
      (to?.closest('.footnote-item') ?? to)?.scrollIntoView({ block: 'nearest' });
      to?.focus({ preventScroll: true });
    });
    return button;
  }
}
