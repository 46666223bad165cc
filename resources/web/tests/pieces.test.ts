import assert from 'node:assert/strict';
import test from 'node:test';
import { FenceState } from '../src/transcript/markdown/fence_state';
import { markdownHtml, WholeText } from '../src/transcript/markdown/parse';
import { splitMarkdown, type TextPiece } from '../src/transcript/markdown/split';
import { cellCap, highlightCap, lineCap, noteCap, partLines, partSize } from '../src/transcript/safety/caps';

const prose = 'A sentence **of** prose.\n\n'.repeat(20_000);
const linesOf = (text: string): number => text.split('\n').length;

/** What the caps promise of every piece, whatever the text. */
function assertBounded(pieces: TextPiece[]): void {
  for (const piece of pieces) {
    if (piece.kind === 'code') assert.ok(piece.text.length <= highlightCap);
    else if (piece.kind === 'plain') assert.ok(piece.text.length <= lineCap + 1);
    else {
      assert.ok(piece.text.length <= 2 * partSize + lineCap, String(piece.text.length));
      assert.ok(linesOf(piece.text) <= 2 * partLines);
      assert.ok(piece.text.split('\n').every((line) => line.length <= lineCap));
    }
  }
}

for (const [what, text] of [
  ['a fence in an entry that ended', `- a\n\n  \`\`\`\n\n${prose}`],
  ['a fence on the line of an entry', `- \`\`\`\n${prose}`],
  ['a fence within a formula', `$$\n\`\`\`\nx $$\n${prose}`],
  ['a fence that is never closed', `\`\`\`\n${prose}`],
  ['a long line in such a fence', `- a\n\n  \`\`\`\n\n  ${'[^'.repeat(60_000)}`],
  ['a long line after it', `- a\n\n  \`\`\`\n\n${'[^'.repeat(60_000)}`],
  ['a long line within a formula', `$$\n\`\`\`\nx $$\n${'[^'.repeat(60_000)}`],
  ['an endless line of code', `\`\`\`\n${'x'.repeat(900_000)}\n\`\`\``],
  ['fences without end', '```\na\n'.repeat(40_000)],
  ['entries without end', `${'- '.repeat(9_000)}\n${prose}`],
] as const) {
  test(`every piece is bounded: ${what}`, () => {
    const pieces = splitMarkdown(text);
    assert.ok(pieces.length > 1);
    assertBounded(pieces);
  });
}

test('a list is not cut between its entries', () => {
  const list = '- entry\n\n  goes on\n\n      - deeper\n\n'.repeat(90);
  const pieces = splitMarkdown(`${'Before.\n\n'.repeat(280)}${list}After.\n\n${'More.\n\n'.repeat(1_000)}`);
  const within = pieces.filter((piece) => piece.text.includes('- entry'));
  assert.equal(within.length, 1);
  assert.ok(pieces.length > 2 && pieces.some((piece) => piece.text.startsWith('After.')));
});

const tableOf = (rows: number, head = '| Name | Says \\| told | n |\n|:--|---|--:|'): string =>
  `${head}\n${Array.from({ length: rows }, (_, index) => `| row ${index} | ${'word '.repeat(12)}| ${index} |`).join('\n')}`;
const rowsIn = (html: string): number => html.split('<tr>').length - html.split('<thead>\n<tr>').length;

test('a table goes on in the next piece, with its columns and without another head', () => {
  const pieces = splitMarkdown(`Before.\n${tableOf(600)}\n\nAfter.\n\n${'More.\n\n'.repeat(3_000)}`);
  assertBounded(pieces);
  assert.deepEqual(
    pieces
      .map((piece) => (piece.kind === 'markdown' ? piece.goesOn : -1))
      .slice(0, 3)
      .map((cells) => (cells ?? 0) > 0),
    [false, true, pieces[2].text.startsWith('| | | |')],
  );
  const read = pieces.map((piece) => markdownHtml(piece.text, undefined, true).html);
  assert.equal(
    read.reduce((sum, html) => sum + rowsIn(html), 0),
    600,
  );
  assert.match(read[1], /^<table>\n<thead>\n<tr>\n<th align="left"><\/th>\n<th><\/th>\n<th align="right"><\/th>/);
  assert.equal(read.filter((html) => html.includes('>Name<')).length, 1);
  assert.ok(read.some((html) => html.includes('<p>After.</p>')));
});

test('of a table in pieces so many cells are drawn as of one in one piece', () => {
  const [text, whole] = [tableOf(900), tableOf(900).replaceAll('word ', '')];
  const drawn = splitMarkdown(text).map(
    (piece) => markdownHtml(piece.text, undefined, false, piece.kind === 'markdown' ? piece.goesOn : 0).html,
  );
  assert.ok(drawn.length > 2);
  assert.equal(
    drawn.reduce((sum, html) => sum + rowsIn(html), 0),
    rowsIn(markdownHtml(whole).html),
  );
  assert.ok(drawn.join('').split('<td').length - 1 < cellCap);
});

for (const [what, text] of [
  ['as many marks as columns are missing', tableOf(600, '| a | b | c |\n|---|---|')],
  ['within a fence', `\`\`\`\`\n${tableOf(600)}\n\`\`\`\``],
  ['the text goes on behind it', `${tableOf(3)}\n# A title\n${'| a word | another word\n'.repeat(2_000)}`],
] as const) {
  test(`nothing is taken for a table that goes on: ${what}`, () => {
    const pieces = splitMarkdown(text);
    assert.ok(pieces.length > 1 || what === 'within a fence');
    assert.ok(pieces.every((piece) => piece.kind !== 'markdown' || piece.goesOn === undefined));
  });
}

test('a fence that its entry ended leaves the rest Markdown', () => {
  const kinds = new Set(splitMarkdown(`- a\n\n  \`\`\`\n  code\n\n${prose}`).map((piece) => piece.kind));
  assert.deepEqual([...kinds], ['markdown']);
});

test('a long fence is one block of code, without its marks and its indent', () => {
  const code = `let a = 1;\n\n  let b;\n${'line\n\n'.repeat(6_000)}end`;
  const [before, fence, after, ...more] = splitMarkdown(`see\n\n\`\`\`ts a.ts\n${code}\n\`\`\`\nafter`);
  assert.deepEqual(
    [before, after, more],
    [{ kind: 'markdown', text: 'see\n' }, { kind: 'markdown', text: 'after' }, []],
  );
  assert.deepEqual(fence, { kind: 'code', info: 'ts a.ts', text: code });
  const inEntry = splitMarkdown(`1. see\n\n   ~~~js\n${code.replaceAll(/^(?=.)/gm, '   ')}\n   ~~~\n`);
  assert.deepEqual(inEntry[1], { kind: 'code', info: 'js', text: code });
});

for (const [what, lines, roles] of [
  ['plain', ['```', 'a', '```', 'b'], ['opens', 'within', 'closes', 'text']],
  ['a longer mark', ['````', '```', '````'], ['opens', 'within', 'closes']],
  ['an entry that ends', ['- a', '', '  ```', '', 'b'], ['text', 'text', 'opens', 'within', 'text']],
  [
    'an entry that ends with another fence',
    ['- a', '', '  ```', '```', 'b', '```'],
    ['text', 'text', 'opens', 'opens', 'within', 'closes'],
  ],
  ['on the line of an entry', ['- ```js', '  a', '  ```', 'b'], ['opens', 'within', 'closes', 'text']],
  [
    'an entry in an entry',
    ['1. a', '   - b', '', '     ```', '     c', '   d'],
    ['text', 'text', 'text', 'opens', 'within', 'text'],
  ],
  ['a paragraph that goes on', ['- a', 'b', '  ```', 'c'], ['text', 'text', 'opens', 'text']],
  ['a tab', ['-\ta', '', '\t```', '\tb', '\t```'], ['text', 'text', 'opens', 'within', 'closes']],
  ['indented code', ['    ```', 'a'], ['text', 'text']],
  ['a span', ['``` a ```', 'b'], ['text', 'text']],
] as const) {
  test(`which lines are a fence's: ${what}`, () => {
    const fence = new FenceState();
    assert.deepEqual(
      lines.map((line) => fence.take(line)),
      roles,
    );
  });
}

test('marks of notes without end are looked through once', (context) => {
  const { matchAll } = String.prototype;
  let looks = 0;
  context.after(() => Object.assign(String.prototype, { matchAll }));
  String.prototype.matchAll = function counted(this: string, sought: RegExp): ReturnType<typeof matchAll> {
    if (sought.source.includes('\\n\\]')) looks += 1;
    return matchAll.call(this, sought);
  };
  const line = '[^'.repeat(9_000);
  assert.match(markdownHtml(`[^1]: note\n\n${line}\n${line}\n${line}`).html, /\[\^\[\^/);
  assert.ok(looks > 0 && looks <= 3, String(looks));
});

test('notes that stand in the text end soon, and none is in another', () => {
  assert.equal(
    markdownHtml('a^[b] c^[d [e](https://x.example) f] g').slots.filter((slot) => slot.kind === 'footnote').length,
    2,
  );
  assert.equal(markdownHtml('^[in ^[in ^[in]]]').slots.filter((slot) => slot.kind === 'footnote').length, 1);
  assert.equal(markdownHtml('^['.repeat(9_000)).slots.length, 0);
  assert.equal(markdownHtml('^[a] '.repeat(3_000)).slots.filter((slot) => slot.kind === 'footnote').length, noteCap);
});

test('notes and links are found wherever they are defined in a long text', () => {
  const filler = 'Words between.\n\n'.repeat(1_300);
  const text =
    `One[^1] and [link][r] and two[^b] and inline^[here].\n\n${filler}[^b]: The second.\n\n    Its end, see [other][s].\n\n${filler}Again[^1], new[^c].\n\n` +
    `\`\`\`\n[^1]: code\n[r]: https://code.example\n\`\`\`\n\n[r]: https://r.example/x\n[s]: https://s.example "t"\n[^1]: The first.\n[^c]: Third [self][r].\n`;
  const pieces = splitMarkdown(text);
  assert.ok(pieces.length > 2);
  const whole = new WholeText(pieces);
  const read = pieces.map((piece) => markdownHtml(piece.text, whole));
  const marks = read.flatMap(({ slots }) => slots.flatMap((slot) => (slot.kind === 'footnote' ? [slot.number] : [])));
  assert.deepEqual(marks, [1, 2, 3, 1, 4]);
  assert.match(read[0].html, /<a href="https:\/\/r.example\/x">link<\/a>/);
  assert.ok(read.every(({ html }) => !html.includes('footnotes') && !html.includes('[^')));
  const notes = whole.notesHtml();
  assert.deepEqual(
    [...(notes?.html ?? '').matchAll(/<li class="footnote-item"><p>([^<]*)/g)].map((match) => match[1]),
    ['The first.', 'The second.', 'here', 'Third '],
  );
  assert.match(
    notes?.html ?? '',
    /Its end, see <a href="https:\/\/s.example">other<\/a><span class="linkwords"> “t”<\/span>/,
  );
  assert.deepEqual(
    notes?.slots.map((slot) => slot.kind === 'noteEnd' && slot.number),
    [1, 2, 3, 4],
  );
});

test('a text without notes has none behind it', () => {
  const pieces = splitMarkdown(prose);
  const whole = new WholeText(pieces);
  pieces.forEach((piece) => markdownHtml(piece.text, whole));
  assert.equal(whole.notesHtml(), undefined);
});

test('a note to which no mark leads stands as it was written', () => {
  assert.match(markdownHtml('a\n\n[^x]: Not *marked*.').html, /<p>\[\^x\]: Not <em>marked<\/em>\.<\/p>/);
  assert.match(markdownHtml('[^x]:\n    ```\n    code\n    ```').html, /<p>\[\^x\]: <\/p>/);
  const many = Array.from({ length: noteCap + 1 }, (_, index) => index);
  const { html } = markdownHtml(
    `${many.map((index) => `[^n${index}]`).join(' ')}\n\n${many.map((index) => `[^n${index}]: note ${index}\n`).join('\n')}`,
  );
  assert.match(html, new RegExp(`<p>\\[\\^n${noteCap}\\]: note ${noteCap}</p>`));
  assert.equal(html.match(/footnote-item/g)?.length, noteCap);
});

test('nor is one hidden in a text in pieces, and each stands there once', () => {
  const sources = Array.from(
    { length: 1_000 },
    (_, index) => `[^s${index}]: Source ${index}, ${'words of it '.repeat(8)}\n`,
  );
  const text = `One[^s3].\n\n${'Words between.\n\n'.repeat(1_300)}${sources.join('\n')}\n[^my note]: is none\n`;
  const pieces = splitMarkdown(text);
  const whole = new WholeText(pieces);
  const html = [...pieces.map((piece) => markdownHtml(piece.text, whole).html), whole.notesHtml()?.html ?? ''].join('');
  for (const index of [0, 3, 400, 600, 999]) assert.equal(html.split(`Source ${index},`).length - 1, 1, `${index}`);
  assert.equal(html.split('footnote-item').length - 1, 1);
  assert.equal(html.split('is none').length - 1, 1);
});

test('a note leads back to its mark', () => {
  const { html, slots } = markdownHtml('a[^1] b[^1]\n\n[^1]: note');
  assert.deepEqual(slots, [
    { kind: 'footnote', number: 1 },
    { kind: 'footnote', number: 1 },
    { kind: 'noteEnd', number: 1 },
  ]);
  assert.match(html, /<li class="footnote-item"><p>note<span class="qd-slot"><\/span><\/p>/);
});
