import type { Setup } from './contract';

let pixelTokens: Map<string, number> | undefined;

/** The measures in tokens.css, once, as they are written there. */
function tokensInPixels(): Map<string, number> {
  const tokens = new Map<string, number>();
  for (const sheet of document.styleSheets) {
    if (!sheet.href?.endsWith('/tokens.css')) continue;
    for (const rule of sheet.cssRules) {
      if (
        !(rule instanceof CSSStyleRule) ||
        !rule.selectorText.split(',').some((selector) => selector.trim() === ':root')
      )
        continue;
      for (const name of rule.style) {
        if (name === byLanes) continue;
        const match = /^\s*(-?[\d.]+)px\s*$/.exec(rule.style.getPropertyValue(name));
        if (match && name.startsWith('--')) tokens.set(name, Number(match[1]));
      }
    }
  }
  return tokens;
}

const fixed = new Set(['--focus-width', '--focus-gap', '--r-pill']);
const byLanes = '--w-rail'; // the page says how wide the rail is

/** Language, colours, fonts and text size; the px tokens are multiplied once, and `--u` is one design pixel. */
export function applyTheme(setup: Setup): void {
  const root = document.documentElement;
  const [base, contrast] = setup.theme.split('-');
  root.lang = setup.locale.replace('_', '-');
  root.dataset.theme = base;
  if (contrast === 'high') root.dataset.contrast = 'more';
  else delete root.dataset.contrast;
  const scale = Math.max(0.5, Math.min(4, setup.textScale || 1));
  root.style.setProperty('--u', `${scale}px`);
  pixelTokens ??= tokensInPixels();
  for (const [name, value] of pixelTokens) {
    if (scale === 1 || fixed.has(name)) root.style.removeProperty(name);
    else root.style.setProperty(name, `${value * scale}px`);
  }
  setFont('--font-ui', setup.fonts?.ui);
  setFont('--font-mono', setup.fonts?.mono);
}

const givenFonts = new Map<string, string>();

/** The desktop's family precedes the design's own list. */
function setFont(name: '--font-ui' | '--font-mono', family: string | undefined): void {
  const root = document.documentElement;
  if (!givenFonts.has(name)) givenFonts.set(name, getComputedStyle(root).getPropertyValue(name).trim());
  const rest = givenFonts.get(name) ?? '';
  const safe = (family ?? '').replace(/["\\;{}<>]/g, '').trim();
  root.style.setProperty(name, safe ? `"${safe}", ${rest}` : rest);
}
