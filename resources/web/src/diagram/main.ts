import DOMPurify from 'dompurify';
import mermaid, { type MermaidConfig } from 'mermaid';
import { rasterise, type Picture } from './picture';
import { sizeOf, withoutConfiguration } from './source';
import { applyTheme, fontFamily, readTheme, themeVariables } from './theme';

// Runs in a hidden page of its own process, without a channel to the application: mermaid is large, slow, and may not end.

interface Drawing {
  svg: string;
  width: number;
  height: number;
}
type Result = Drawing | Picture | { error: string };

const results = new Map<string, Result>();
const longestSource = 50_000;

// More than anybody can look at. The page that shows it takes it as one text.
const longestSide = 30_000;
const longestDrawing = 1_500_000;

// Names that a directive may not set: all there are. Directives are also removed from the source; this is the second lock.
const locked = [
  ...Object.keys(mermaid.mermaidAPI.defaultConfig),
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'htmlLabels',
  'theme',
  'themeVariables',
  'themeCSS',
  'fontFamily',
  'altFontFamily',
  'dompurifyConfig',
  'flowchart',
  'class',
  'state',
  'sequence',
  'er',
  'layout',
  'look',
  'handDrawnSeed',
  'logLevel',
  'arrowMarkerAbsolute',
];

function configuration(themeText: string): MermaidConfig {
  const theme = readTheme(themeText);
  const token = applyTheme(theme);
  const family = fontFamily(theme, token);
  document.body.style.fontFamily = family;
  return {
    startOnLoad: false,
    securityLevel: 'strict',
    secure: locked,
    suppressErrorRendering: true,
    logLevel: 'fatal',
    maxTextSize: longestSource,
    maxEdges: 500,
    htmlLabels: false,
    deterministicIds: true,
    flowchart: {
      htmlLabels: false,
      useMaxWidth: false,
      curve: 'linear',
      padding: 9,
      nodeSpacing: 28,
      rankSpacing: 34,
      diagramPadding: 4,
      minNodeWidth: 40,
    },
    class: { htmlLabels: false, useMaxWidth: false, minNodeWidth: 60 } as MermaidConfig['class'],
    state: { useMaxWidth: false, minNodeWidth: 40 } as MermaidConfig['state'],
    sequence: { useMaxWidth: false, mirrorActors: false },
    er: { useMaxWidth: false },
    gantt: { useMaxWidth: false },
    pie: { useMaxWidth: false },
    journey: { useMaxWidth: false },
    mindmap: { useMaxWidth: false },
    timeline: { useMaxWidth: false },
    look: 'classic',
    theme: 'base',
    themeVariables: themeVariables(theme, token),
    fontFamily: family,
  };
}

/** The drawing, sanitised, with its size written into it: otherwise it says 100 %. */
function finish(markup: string): Result {
  const clean = DOMPurify.sanitize(markup, {
    USE_PROFILES: { svg: true, svgFilters: true },
    ADD_TAGS: ['style'],
    FORBID_TAGS: ['a', 'image', 'use', 'foreignObject', 'script'],
    FORBID_ATTR: ['href', 'xlink:href'],
  });
  const svg = new DOMParser().parseFromString(clean, 'text/html').querySelector('svg');
  const size = sizeOf(svg?.getAttribute('viewBox') ?? null);
  if (!svg || !size) return { error: 'The drawing has no size.' };
  if (size.width > longestSide || size.height > longestSide)
    return { error: `The drawing would be ${size.width} pixels wide and ${size.height} high.` };
  svg.setAttribute('width', String(size.width));
  svg.setAttribute('height', String(size.height));
  svg.style.maxWidth = '';
  const drawn = new XMLSerializer().serializeToString(svg);
  return drawn.length > longestDrawing ? { error: 'The drawing has too many parts.' } : { svg: drawn, ...size };
}

const failure = (error: unknown): { error: string } => ({
  error: (error instanceof Error ? error.message : String(error)).slice(0, 500),
});

async function draw(id: string, source: string, themeText: string): Promise<void> {
  try {
    if (source.length > longestSource) throw new Error('The source is too long.');
    mermaid.initialize(configuration(themeText));
    const { svg } = await mermaid.render('drawing', withoutConfiguration(source));
    results.set(id, finish(svg));
  } catch (error) {
    results.set(id, failure(error));
  } finally {
    document.body.replaceChildren();
  }
}

async function drawPicture(id: string, svg: string): Promise<void> {
  results.set(id, await rasterise(svg).catch(failure));
}

// The colours are read from a style sheet, which comes after the document is ready.
let queue = new Promise<void>((styled) => {
  if (document.readyState === 'complete') styled();
  else window.addEventListener('load', () => styled(), { once: true });
});

const quarterdeckDiagram = {
  /** Draws a diagram; `theme` is "light", "dark", "light-high", "dark-high" or JSON {"theme", "font"}. The result comes later. */
  render(id: string, source: string, theme: string): void {
    results.delete(id);
    queue = queue.then(() => draw(id, source, theme));
  },

  /** Turns somebody's SVG into pixels. The result comes later. */
  rasterise(id: string, svg: string): void {
    results.delete(id);
    queue = queue.then(() => drawPicture(id, svg));
  },

  /** JSON {"svg","width","height"}, {"png","width","height"} or {"error"}, once; null while the drawing is not ready. */
  result(id: string): string | null {
    const result = results.get(id);
    if (!result) return null;
    results.delete(id);
    return JSON.stringify(result);
  },
};

Object.assign(globalThis, { quarterdeckDiagram });
