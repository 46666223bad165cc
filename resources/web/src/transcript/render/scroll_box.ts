const slack = 1; // sizes are rounded

const names = new WeakMap<Element, string>();
let watcher: ResizeObserver | undefined;

const scrolls = (box: HTMLElement): boolean =>
  box.scrollWidth > box.clientWidth + slack || box.scrollHeight > box.clientHeight + slack;

/** What has the focus keeps it. */
function look(box: HTMLElement): void {
  if (box.closest('.held')) return; // no part of the page any more
  const name = names.get(box);
  if (scrolls(box)) {
    box.tabIndex = 0;
    if (!name) return;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', name);
  } else if (document.activeElement !== box) {
    box.removeAttribute('tabindex');
    if (!name) return;
    box.removeAttribute('role');
    box.removeAttribute('aria-label');
  }
}

/**
 * A box that scrolls by itself if something in it is wider or higher: then, and only then, keys must reach it, by Tab
 * and by name. `name`: none, if it has a role and a name already.
 */
export function scrollBox<T extends HTMLElement>(box: T, name = ''): T {
  if (name) names.set(box, name);
  box.tabIndex = 0; // until its size is known: it may take the focus over from the one it stands in for
  watcher ??= new ResizeObserver((entries) => {
    for (const { target } of entries) if (target instanceof HTMLElement) look(target);
  });
  watcher.observe(box);
  return box;
}
