import DOMPurify, { type Config } from 'dompurify';

// The last step before insertion. The lists name everything that may pass; raw HTML in a message never reaches them as elements,
// because Markdown is read with HTML off, so this is the second wall and not the first.

const shared: Config = {
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOW_UNKNOWN_PROTOCOLS: false,
  SANITIZE_DOM: true,
  SANITIZE_NAMED_PROPS: true,
  KEEP_CONTENT: true,
  IN_PLACE: true,
};

const markdownConfig: Config = {
  ...shared,
  ALLOWED_TAGS: [
    'p',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'em',
    'strong',
    's',
    'sup',
    'a',
    'code',
    'blockquote',
    'ul',
    'ol',
    'li',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'section',
    'span',
    '#text',
  ],
  ALLOWED_ATTR: ['href', 'start', 'align', 'class'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  ADD_URI_SAFE_ATTR: ['align', 'start'], // no addresses: the pattern above is not for them
};

const highlightConfig: Config = { ...shared, ALLOWED_TAGS: ['span', '#text'], ALLOWED_ATTR: ['class'] };

// KaTeX needs inline styles and small drawings; it runs with trust off, so none of them comes from a message.
const mathConfig: Config = {
  ...shared,
  ALLOWED_TAGS: [
    'span',
    'svg',
    'path',
    'line',
    '#text',
    'math',
    'semantics',
    'mrow',
    'mi',
    'mo',
    'mn',
    'ms',
    'mtext',
    'mspace',
    'msup',
    'msub',
    'msubsup',
    'mfrac',
    'msqrt',
    'mroot',
    'mtable',
    'mtr',
    'mtd',
    'mover',
    'munder',
    'munderover',
    'mpadded',
    'mphantom',
    'menclose',
    'mstyle',
    'mglyph',
  ],
  ALLOWED_ATTR: [
    'class',
    'style',
    'aria-hidden',
    'width',
    'height',
    'viewBox',
    'preserveAspectRatio',
    'd',
    'x1',
    'x2',
    'y1',
    'y2',
    'stroke-width',
    'xmlns',
    'display',
    'mathvariant',
    'stretchy',
    'fence',
    'separator',
    'lspace',
    'rspace',
    'accent',
    'accentunder',
    'columnalign',
    'rowspacing',
    'columnspacing',
    'scriptlevel',
    'displaystyle',
    'minsize',
    'maxsize',
    'linethickness',
  ],
};

export type Cleaner = (html: string) => DocumentFragment;

/**
 * Where foreign markup becomes nodes: this document is never shown, so nothing in it runs or loads. One for all: for
 * text the library would make a new document each time, whose memory is released only much later.
 */
const nowhere = document.implementation.createHTMLDocument('');

/**
 * One instance per list: reading a list for every call costs more than the cleaning. Clean nodes are copied, not moved:
 * for every node that leaves a document the browser visits all iterators that the library made there and that are not
 * collected yet.
 */
function cleaner(config: Config): Cleaner {
  const purify = DOMPurify(window);
  purify.setConfig(config);
  return (html) => {
    const root = nowhere.createElement('span');
    root.innerHTML = html;
    purify.sanitize(root, { IN_PLACE: true });
    const fragment = document.createDocumentFragment();
    for (const node of root.childNodes) fragment.append(document.importNode(node, true));
    return fragment;
  };
}

export const cleanMarkdown = cleaner(markdownConfig);
export const cleanHighlight = cleaner(highlightConfig);
export const cleanMath = cleaner(mathConfig);
