type Child = Node | string | null | undefined | false;

/** Makes an element; text children become text nodes, so no value is ever read as HTML. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

/** A handler for the person's actions only: events made by content or script (isTrusted false) are ignored. */
export function onTrusted<K extends keyof HTMLElementEventMap>(
  target: HTMLElement,
  type: K,
  handle: (event: HTMLElementEventMap[K]) => void,
): void {
  target.addEventListener(type, (event) => {
    if (event.isTrusted) handle(event);
  });
}

/** An svg made of our own fixed shapes and numbers. */
export function svgOf(markup: string): SVGSVGElement {
  const template = document.createElement('template');
  template.innerHTML = markup;
  return template.content.firstElementChild as SVGSVGElement;
}

/** A click on it does nothing else: it does not select the message that contains it. */
export function actButton(label: string, className: string, act: () => void): HTMLButtonElement {
  const button = el('button', className, label);
  button.type = 'button';
  onTrusted(button, 'click', (event) => {
    event.stopPropagation();
    act();
  });
  return button;
}

const flashTime = 1_400;

/** Draws the eye to a row for a moment. */
export function flash(entry: Element | null | undefined): void {
  entry?.classList.add('flash');
  window.setTimeout(() => entry?.classList.remove('flash'), flashTime);
}
