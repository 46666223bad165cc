import { el } from './dom';
import type { LaneLayout, LaneMark } from './lanes';
import { lineColour, nameColour } from './render/colours';
import { count, dayText, say } from './words';

/** Between lanes, in unscaled pixels: two letters need as much. */
const roomForTwo = 15;

function laneHead(mark: LaneMark, isDense: boolean): HTMLElement {
  const letters = isDense ? ([...mark.initials][0] ?? '') : mark.initials;
  const head = mark.hue === 0 ? el('span', 'dotyou') : el('span', '', letters);
  head.style.left = `calc(${mark.x} * var(--u))`;
  if (mark.hue !== 0) head.style.color = mark.folded ? 'var(--text-3)' : nameColour(mark.hue);
  return head;
}

/** The line that stays at the top: the lanes' heads, the day, and where in the channel the view is. */
export class LaneHead {
  readonly element: HTMLElement;
  readonly lanes = el('div', 'lanes');
  private readonly heads = el('div', 'heads');
  private readonly day = el('span', 'day');
  private readonly position = el('span', 'pos num');

  constructor() {
    this.element = el('div', 'railhead', this.heads, this.day, this.position);
    this.lanes.setAttribute('aria-hidden', 'true');
    this.heads.setAttribute('aria-hidden', 'true');
  }

  setLayout(layout: LaneLayout): void {
    const isDense = layout.marks.length > 1 && layout.marks[1].x - layout.marks[0].x < roomForTwo;
    this.heads.replaceChildren(...layout.marks.map((mark) => laneHead(mark, isDense)));
    this.lanes.replaceChildren(
      ...layout.marks.map((mark) => {
        const line = el('i');
        line.style.left = `calc(${mark.x - 0.5} * var(--u))`;
        line.style.background = lineColour(mark.hue);
        return line;
      }),
    );
  }

  /** `day` is the first visible row's time when its day line is out of sight. */
  setPosition(first: number, last: number, total: number, day: number | undefined): void {
    this.showPosition(
      total === 0
        ? ''
        : first === last
          ? say('positionOne', count(first + 1), count(total))
          : say('position', count(first + 1), count(last + 1), count(total)),
    );
    const text = day === undefined ? '' : dayText(day, 'dayShort');
    if (this.day.textContent !== text) this.day.textContent = text;
  }

  /** Only what is still being written is in sight: no row yet, below all `total` rows. */
  setBelowRows(total: number): void {
    this.showPosition(total === 0 ? '' : say('positionWriting', count(total)));
    this.day.textContent = '';
  }

  private showPosition(position: string): void {
    if (this.position.textContent !== position) {
      this.position.textContent = position;
      this.position.title = say('positionWhy'); // more than the messages that the list of sessions counts
    }
  }
}
