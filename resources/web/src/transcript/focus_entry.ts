// This soon after the page gets the focus Chromium moves on to the first or last element in the document.
const entryTime = 300;

/** Tells whether an element has the focus because somebody came into the page by Tab, not from before or by a click. */
export class FocusEntry {
  private isEntering = false;
  private timer = 0;
  private kept: Element | null = null; // had the focus when the page lost it, and gets it back first

  constructor(private readonly entered: (target: Element) => void) {
    window.addEventListener('blur', () => {
      this.kept = document.activeElement;
    });
    window.addEventListener('focus', () => this.begin());
    for (const type of ['keydown', 'pointerdown'])
      window.addEventListener(
        type,
        () => {
          this.isEntering = false;
        },
        { capture: true },
      );
    document.addEventListener('focusin', ({ target }) => this.take(target));
  }

  private begin(): void {
    this.isEntering = true;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.isEntering = false;
    }, entryTime);
  }

  private take(target: EventTarget | null): void {
    if (!this.isEntering || !(target instanceof Element)) return;
    if (target === this.kept) {
      this.kept = null;
      return;
    }
    this.isEntering = false;
    this.entered(target);
  }
}
