// What the sanitiser lets through, asked in the engine that shows it: bundled by itself, and run by tst_transcript_trust.
import { cleanHighlight, cleanMarkdown, cleanMath, type Cleaner } from '../../src/transcript/safety/sanitise';

const html = (
  'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button canvas caption center ' +
  'cite code col colgroup content data datalist dd decorator del details dfn dialog dir div dl dt element em embed fencedframe fieldset figcaption figure font ' +
  'footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex kbd keygen label legend li link listing ' +
  'main map mark marquee menu menuitem meta meter nav nobr noembed noframes noscript object ol optgroup option output p param picture plaintext portal pre ' +
  'progress q rb rp rt rtc ruby s samp script search section select selectedcontent shadow slot small source spacer span strike strong style sub summary sup ' +
  'table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr x-element xmp'
).split(' ');
const svg = (
  'svg a altglyph altglyphdef animate animatecolor animatemotion animatetransform circle clippath cursor defs desc discard ellipse feblend ' +
  'fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb ' +
  'fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset fepointlight fespecularlighting fespotlight fetile feturbulence filter ' +
  'font-face font-face-uri foreignobject g glyph handler hkern image line lineargradient listener marker mask metadata missing-glyph mpath path pattern ' +
  'polygon polyline radialgradient rect script set solidcolor stop style switch symbol text textpath title tref tspan use view vkern'
).split(' ');
const mathMl = (
  'math annotation annotation-xml maction maligngroup malignmark menclose merror mfenced mfrac mglyph mi mlabeledtr mlongdiv mmultiscripts mn mo ' +
  'mover mpadded mphantom mprescripts mroot mrow ms mscarries mscarry msgroup msline mspace msqrt msrow mstack mstyle msub msubsup msup mtable mtd mtext mtr ' +
  'munder munderover none semantics share'
).split(' ');
const attributes = (
  'abbr accept accept-charset accesskey action align alink allow allowfullscreen alt anchor archive aria-label aria-hidden aria-owns as async ' +
  'attributename attributetype autocapitalize autocomplete autofocus autoplay axis background begin behavior bgcolor border by charset checked cite class ' +
  'classid clear clip-path code codebase codetype color cols colspan content contenteditable contextmenu controls coords crossorigin csp cursor d data data-x ' +
  'datetime declare decoding default defer dir dirname disabled download draggable dynsrc enctype exportparts face fetchpriority fill filter for form formaction ' +
  'formenctype formmethod formnovalidate formtarget frame frameborder from headers height hidden high href hreflang hspace http-equiv id imagesizes imagesrcset ' +
  'inert inputmode integrity is ismap itemid itemprop itemref itemscope itemtype kind lang language link list loading longdesc loop low lowsrc manifest marker ' +
  'mask max maxlength media method min minlength multiple muted name nonce noshade novalidate nowrap object open part pattern ping placeholder playsinline ' +
  'popover popovertarget poster preload profile prompt readonly referrerpolicy rel required rev reversed role rows rowspan rules sandbox scheme scope scrolling ' +
  'selected shape size sizes slot span spellcheck src srcdoc srclang srcset standby start step style summary tabindex target text title to translate type ' +
  'usemap valign value values version vlink vspace width wrap xlink:href xml:base xmlns xmlns:xlink'
).split(' ');
const mathAttributes = (
  'accent accentunder actiontype columnalign columnlines columnspacing d depth display displaystyle encoding fence fill href linethickness lspace ' +
  'mathbackground mathcolor mathvariant maxsize minsize preserveAspectRatio rowlines rowspacing rspace scriptlevel separator src stretchy stroke stroke-width ' +
  'transform viewBox voffset x x1 x2 xlink:href xmlns y y1 y2'
).split(' ');
const schemes =
  'http https mailto javascript data vbscript file blob ftp tel sms app qrc about view-source ws callto cid xmpp matrix'.split(
    ' ',
  );

const known = [...new Set([...html, ...svg, ...mathMl])];

/** `table` parts are none elsewhere. */
function tagsThrough(clean: Cleaner): Set<string> {
  const through = new Set<string>();
  const surroundings = [
    '%',
    '<table>%</table>',
    '<table><tr>%</tr></table>',
    '<svg>%</svg>',
    '<math>%</math>',
    '<math><mtext>%</mtext></math>',
    '<ul>%</ul>',
  ];
  for (const name of known) {
    for (const around of surroundings) {
      for (const element of clean(around.replace('%', `<${name}>x</${name}>`)).querySelectorAll('*')) {
        if (element.localName.toLowerCase() === name) through.add(name);
      }
    }
  }
  return through;
}

function handlers(): string[] {
  const names = new Set<string>();
  for (const object of [window, document, document.createElement('body'), document.createElement('video')]) {
    for (const name in object) if (name.startsWith('on')) names.add(name);
  }
  return [...names, 'onbegin', 'onend', 'onrepeat', 'onunknown'];
}

/** What cannot be taken away is emptied by the library. */
function attributesThrough(clean: Cleaner, carriers: string[], value: string): Set<string> {
  const through = new Set<string>();
  for (const name of [...attributes, ...mathAttributes, ...handlers()]) {
    for (const carrier of carriers) {
      const fragment = clean(carrier.replace('%', `${name}="${value}"`));
      for (const element of fragment.querySelectorAll('*'))
        for (const attribute of element.attributes) if (attribute.value) through.add(attribute.name.toLowerCase());
    }
  }
  return through;
}

function schemesThrough(clean: Cleaner): Set<string> {
  const addresses = schemes.map((scheme) => [scheme, `${scheme}:a@b.example`]);
  addresses.push(
    ['relative', 'x/y'],
    ['rooted', '/etc/passwd'],
    ['of a host', '//a.example/x'],
    ['fragment', '#x'],
    ['mixed', 'JaVaScRiPt:x'],
    ['blank', ' javascript:x'],
    ['cut', 'java\tscript:x'],
  );
  return new Set(
    addresses
      .filter(([, address]) => clean(`<a href="${address}">x</a>`).querySelector('a[href]'))
      .map(([name]) => name),
  );
}

function difference(what: string, found: Set<string>, wanted: string): string[] {
  const expected = new Set(wanted.split(' ').filter(Boolean));
  const more = [...found].filter((name) => !expected.has(name));
  const fewer = [...expected].filter((name) => !found.has(name));
  return [...more.map((name) => `${what}: ${name} passes`), ...fewer.map((name) => `${what}: ${name} does not pass`)];
}

const ofMarkdown = [
  '<p %>x</p>',
  '<a %>x</a>',
  '<ol %><li>x</li></ol>',
  '<table><tr><td %>x</td></tr></table>',
  '<section %>x</section>',
];
const ofMath = [
  '<span %>x</span>',
  '<svg %></svg>',
  '<svg><path %></path></svg>',
  '<math %><mi>x</mi></math>',
  '<math><mo %>x</mo></math>',
  '<math><mtable %></mtable></math>',
];

function faults(): string[] {
  return [
    ...difference(
      'tags of Markdown',
      tagsThrough(cleanMarkdown),
      'p br hr h1 h2 h3 h4 h5 h6 em strong s sup a code blockquote ul ol li table thead tbody tr th td section span',
    ),
    ...difference(
      'attributes of Markdown',
      attributesThrough(cleanMarkdown, ofMarkdown, 'https://a.example/'),
      'href start align class',
    ),
    ...difference('addresses of Markdown', schemesThrough(cleanMarkdown), 'http https mailto'),
    ...difference('tags of colours', tagsThrough(cleanHighlight), 'span'),
    ...difference('attributes of colours', attributesThrough(cleanHighlight, ['<span %>x</span>'], 'x'), 'class'),
    ...difference(
      'tags of formulas',
      tagsThrough(cleanMath),
      'span svg path line math semantics mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mtable mtr mtd mover munder munderover mpadded mphantom menclose mstyle mglyph',
    ),
    ...difference(
      'attributes of formulas',
      attributesThrough(cleanMath, ofMath, 'x'),
      'class style aria-hidden width height viewbox preserveaspectratio d x1 x2 y1 y2 stroke-width xmlns display mathvariant stretchy fence separator lspace rspace accent accentunder ' +
        'columnalign rowspacing columnspacing scriptlevel displaystyle minsize maxsize linethickness',
    ),
    ...difference('addresses of formulas', schemesThrough(cleanMath), ''),
  ];
}

Object.assign(globalThis, { sanitiserFaults: () => faults().join('\n') });
