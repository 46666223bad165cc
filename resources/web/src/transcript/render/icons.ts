import { svgOf } from '../dom';
import { iconShapes, type IconName } from './icon_shapes';

export type IconSize = 'normal' | 's' | 'xs';

const made = new Map<string, SVGSVGElement>();

export function icon(name: IconName, size: IconSize = 's'): SVGSVGElement {
  const key = `${name} ${size}`;
  let svg = made.get(key);
  if (!svg) {
    svg = svgOf(`<svg class="ico ${size}" viewBox="0 0 24 24" aria-hidden="true">${iconShapes[name]}</svg>`);
    made.set(key, svg);
  }
  return svg.cloneNode(true) as SVGSVGElement;
}

const glyphShapes = {
  acting:
    '<circle cx="7" cy="7" r="6" fill="var(--status-acting)"/><path d="M5.6 4.4v5.2L9.8 7z" fill="var(--bg-window)"/>',
};

/** A state's own glyph, 14 px. */
export function glyph(state: keyof typeof glyphShapes): SVGSVGElement {
  return svgOf(`<svg class="glyph" viewBox="0 0 14 14" aria-hidden="true">${glyphShapes[state]}</svg>`);
}

/** The deadline's ring, emptying clockwise. `left` is 1 (full) to 0. */
export function ringMarkup(left: number, size = 16): string {
  const radius = size / 2 - 1.5;
  const around = 2 * Math.PI * radius;
  const part = Math.max(0, Math.min(1, left));
  const circle = `cx="${size / 2}" cy="${size / 2}" r="${radius}" fill="none" stroke-width="2.25"`;
  return (
    `<svg class="ringsvg" viewBox="0 0 ${size} ${size}" aria-hidden="true"><circle ${circle} class="ringback"/>` +
    `<circle ${circle} class="ringleft" stroke-dasharray="${(around * part).toFixed(2)} ${around.toFixed(2)}" transform="rotate(-90 ${size / 2} ${size / 2}) scale(1 1)" stroke-linecap="${part > 0 ? 'round' : 'butt'}"/></svg>`
  );
}
