// So soon after the page gets the focus Chromium goes on to what is first or last in the document.
const entryTime = 300;

/** Tells of an element that has the focus because somebody came into the page by Tab, and not where it was before or by a click. */
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
