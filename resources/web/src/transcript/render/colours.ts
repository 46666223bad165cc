import type { Speaker } from '../contract';

// Roles have twelve hues; the person has ink instead of a hue, and people outside the team have neither.
const hasHue = (hue: number): boolean => Number.isInteger(hue) && hue >= 1 && hue <= 12;

export const lineColour = (hue: number): string =>
  hue === 0 ? 'var(--you)' : hasHue(hue) ? `var(--role-${hue}-line)` : 'var(--line-3)';
export const nameColour = (hue: number): string => (hasHue(hue) ? `var(--role-${hue})` : 'var(--text-1)');
export const fillColour = (hue: number): string => (hasHue(hue) ? `var(--role-${hue}-fill)` : 'var(--bg-pressed)');
export const onFillColour = (hue: number): string => (hasHue(hue) ? `var(--role-${hue}-on)` : 'var(--text-2)');

/** A name that only looks like a member's gets no team colour. */
export const hueOf = (speaker: Speaker): number => (speaker.lookalike ? -1 : speaker.person ? 0 : speaker.hue);
