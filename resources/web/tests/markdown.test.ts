import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { codeParts, nestsDeeply } from '../src/transcript/markdown/code_parts';
import { markdownHtml, WholeText } from '../src/transcript/markdown/parse';
import { splitMarkdown } from '../src/transcript/markdown/split';
import {
  breaksCap,
  cellCap,
  cellsCap,
  columnCap,
  lineCountCap,
  partLines,
  partSize,
  referencesCap,
  textCap,
} from '../src/transcript/safety/caps';
import { MarkdownRoom, reachOf, TextRoom } from '../src/transcript/safety/text_room';

interface Hostile {
  name: string;
  content: string;
}
const hostile = readFileSync('tests/data/hostile/messages.jsonl', 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Hostile);

// What the parser may write: the sanitiser after it only takes away.
const allowedTag =
  /^<\/?(?:p|br|hr|h[1-6]|em|strong|s|a|code|blockquote|ul|ol|li|table|thead|tbody|tr|th|td|section|span)(?: (?:href|start|align|class)="[^"<>]*")*>$/;

for (const { name, content } of hostile) {
  test(`hostile text becomes only our own few tags: ${name}`, () => {
    const { html, slots, tooDeep } = markdownHtml(content);
    for (const [tag] of html.matchAll(/<[^>]*>/g)) assert.match(tag, allowedTag, tag);
    for (const [, address] of html.matchAll(/href="([^"]*)"/g)) assert.match(address, /^(?:https?|mailto):/);
    assert.equal(html.match(/qd-slot/g)?.length ?? 0, slots.length);
    assert.ok(tooDeep || html.length > 0 || slots.length > 0, 'the text must stay readable');
  });
}

test('text that is nested too deeply is handed back as it is', () => {
  for (const text of ['>'.repeat(10_000) + ' x', `${'- '.repeat(3_000)}x`, '['.repeat(20_000), '*a '.repeat(10_000)])
    markdownHtml(text);
  assert.equal(markdownHtml(`${'>'.repeat(200)} x`).tooDeep, true);
  assert.equal(markdownHtml('> > > x').tooDeep, false);
});

test('raw HTML is text', () => {
  assert.equal(
    markdownHtml('a <b onclick="x()">c</b>').html,
    '<p>a &lt;b onclick=&quot;x()&quot;&gt;c&lt;/b&gt;</p>\n',
  );
});

test('<br> ends a line, and nothing else that looks like it does', () => {
  const { html } = markdownHtml('| a |\n|---|\n| 1<br>2<BR />3 |');
  assert.match(html, /<td>1<br>\n2<br>\n3<\/td>/);
  assert.equal(markdownHtml('a<br/>\nb').html, '<p>a<br>\nb</p>\n'); // its line ends with it
  for (const text of ['<br onload=x>', '<br', '<br x', '<brx>', '</br>', '< br>', '\\<br>', '`<br>`'])
    assert.ok(!markdownHtml(text).html.includes('<br>'), text);
  const room = new MarkdownRoom();
  const many = markdownHtml('<br>'.repeat(breaksCap + 3), undefined, false, 0, room).html;
  assert.equal(many.match(/<br>/g)?.length, breaksCap);
  assert.equal(many.match(/&lt;br&gt;/g)?.length, 3); // the others stand as they are written
  assert.ok(!markdownHtml('a<br>b', undefined, false, 0, room).html.includes('<br>'));
});

test('what is emphasised needs no spaces around it where none are written', () => {
  const cases: [string, string][] = [
    ['**重点：**内容', '<strong>重点：</strong>内容'],
    ['这是**“引号”**文字', '这是<strong>“引号”</strong>文字'],
    ['他说**（注意）**了', '他说<strong>（注意）</strong>了'],
    ['*强调。*然后', '<em>强调。</em>然后'],
    ['~~删除，~~后', '<s>删除，</s>后'],
    ['这是**`x`**的', '这是<strong><code>x</code></strong>的'],
    ['**価格（税込）**は', '<strong>価格（税込）</strong>は'],
    ['**한국어(괄호)**는', '<strong>한국어(괄호)</strong>는'],
    ['**𠮷：**𠮷', '<strong>𠮷：</strong>𠮷'],
    ['***都是！***对', '<em><strong>都是！</strong></em>对'],
    ['**注意**：后', '<strong>注意</strong>：后'],
    ['文 ** 文', '文 ** 文'],
    ['文** 文', '文** 文'],
    ['**Hello!**world', '**Hello!**world'], // as CommonMark has it
    ['a_强调。_b', 'a_强调。_b'],
  ];
  for (const [text, html] of cases) assert.equal(markdownHtml(text).html, `<p>${html}</p>\n`, text);
});

test('tables, strikethrough, lists and line breaks', () => {
  const { html } = markdownHtml('| a | b |\n|---|--:|\n| 1 | 2 |\n\n~~no~~\nnext\n\n3. x');
  assert.match(html, /<th>a<\/th>\s*<th align="right">b<\/th>/);
  assert.match(html, /<s>no<\/s><br>/);
  assert.match(html, /<ol start="3">/);
});

test('code, pictures, tasks, footnotes and formulas are gaps with values', () => {
  const text =
    '```ts a.ts\nlet a;\n```\n\n![chart](http://canary.invalid/p.png)\n\n- [x] done\n- [ ] open\n\nA note[^1] and $a^2$ and $$b$$.\n\n$$\nc\n$$\n\n[^1]: The note.';
  const { slots } = markdownHtml(text);
  assert.deepEqual(
    slots.map((slot) => slot.kind),
    ['code', 'image', 'task', 'task', 'footnote', 'math', 'math', 'math', 'noteEnd'],
  );
  assert.deepEqual(slots[0], { kind: 'code', info: 'ts a.ts', text: 'let a;\n' });
  assert.deepEqual(slots[1], { kind: 'image', address: 'http://canary.invalid/p.png', text: 'chart' });
  assert.deepEqual(slots.slice(5, 8), [
    { kind: 'math', text: 'a^2', display: false },
    { kind: 'math', text: 'b', display: true },
    { kind: 'math', text: 'c', display: true },
  ]);
});

test('an environment of LaTeX is a formula without marks around it', () => {
  const aligned = '\\begin{align*}\na &= b \\\\\nc &= d\n\\end{align*}';
  for (const [text, before] of [
    [aligned, ''],
    [`So:\n${aligned}\n`, '<p>So:</p>\n'],
    [`- x\n\n  ${aligned.replaceAll('\n', '\n  ')}`, '<ul>'],
  ]) {
    const { html, slots } = markdownHtml(text);
    assert.deepEqual(slots, [{ kind: 'math', text: aligned, display: true }], text);
    assert.ok(html.startsWith(before), html);
  }
  for (const text of [
    '\\begin{align}\na',
    '\\begin{align}\na\n\n\\end{align}',
    '\\begin{align}a\\end{gather}',
    '\\begin{document}x\\end{document}',
    'a \\begin{align}b\\end{align}',
    '```\n\\begin{align}b\\end{align}\n```',
  ])
    assert.ok(!markdownHtml(text).slots.some(({ kind }) => kind === 'math'), text);
});

test('prices are no formulas', () => {
  assert.deepEqual(markdownHtml('It costs $5 and not $6, or $ 7 $.').slots, []);
  assert.deepEqual(
    markdownHtml('\\(x\\) and \\[y\\]').slots.map((slot) => slot.kind),
    ['math', 'math'],
  );
});

test('a dollar closes a formula behind an escaped backslash, and is looked for once', (context) => {
  const formulasIn = (text: string): unknown[] => markdownHtml(text).slots.map((slot) => 'text' in slot && slot.text);
  assert.deepEqual(formulasIn('$a\\\\$ and $b\\$c$ and \\$d$'), ['a\\\\', 'b\\$c']);
  const { indexOf } = String.prototype;
  let looks = 0;
  context.after(() => Object.assign(String.prototype, { indexOf }));
  String.prototype.indexOf = function counted(this: string, ...given: [string, number?]): number {
    if (given[0] === '$') looks += 1;
    return indexOf.apply(this, given);
  };
  markdownHtml('\\\\$a '.repeat(2_000));
  assert.ok(looks <= 3 * 2_000, String(looks));
});

test('only what can be opened becomes a link', () => {
  assert.match(markdownHtml('[a](https://example.org/x)').html, /<a href="https:\/\/example.org\/x">a<\/a>/);
  for (const address of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'calculator://',
    'data:text/html,x',
    'vbscript:x',
    'JaVaScRiPt:x',
    'jav&#x09;ascript:x',
  ]) {
    assert.doesNotMatch(markdownHtml(`[a](${address})`).html, /<a /, address);
  }
  assert.doesNotMatch(markdownHtml('see main.py and README.md').html, /<a /);
});

test('what a link or a picture says under the pointer stands behind it', () => {
  assert.equal(
    markdownHtml('[a](https://a.example "b <b>") ![c](https://a.example/p.png "d")').html,
    '<p><a href="https://a.example">a</a><span class="linkwords"> “b &lt;b&gt;”</span> ' +
      '<span class="qd-slot"></span><span class="linkwords"> “d”</span></p>\n',
  );
  assert.match(markdownHtml(`![${'c'.repeat(201)}](https://a.example/p.png)`).html, /“c{201}”/);
});

test('a link that leads nowhere stands as it is written', () => {
  assert.equal(
    markdownHtml('[x](README.md "t") [*y*](a/b_c.md)').html.trim(),
    '<p>[x](README.md &quot;t&quot;) [<em>y</em>](a/b_c.md)</p>',
  );
  assert.equal(markdownHtml('[x][r]\n\n[r]: README.md').html.trim(), '<p>[x](README.md)</p>');
});

test('definitions that nothing refers to stand as they are written', () => {
  const shown = (text: string): string => markdownHtml(text).html.replace(/\n/g, '');
  assert.equal(shown('[a]: http://x'), '<p>[a]: http://x</p>');
  assert.equal(
    shown('[a]: http://x "one\ntwo"\n[b]: http://y\n\n[b]'),
    '<p>[a]: http://x &quot;one<br>two&quot;</p><p><a href="http://y">b</a></p>',
  );
  assert.equal(
    shown('> - [/]: x (y)\n>   [c]: http://z'),
    '<blockquote><ul><li><p>[/]: x (y)</p><p>[c]: http://z</p></li></ul></blockquote>',
  );
  // Links go by the first.
  assert.equal(shown('[a]: http://x\n[A]: http://y\n\n[a]'), '<p>[A]: http://y</p><p><a href="http://x">a</a></p>');
  const label = 'what a long label says that stands nowhere else';
  assert.match(shown(`[${label}]: http://x\n\n[a][${label}]`), new RegExp(`^<p>\\[${label}\\]: http://x</p>`));
  assert.equal(shown(`[${label}]: http://x\n\n[${label}]`), `<p><a href="http://x">${label}</a></p>`);
});

test('those of a long text stand behind it', () => {
  const text = `[a]: http://x\n[b]: http://y\n\n${'Words of it.\n\n'.repeat(2_000)}[b]\n\n[c]: http://z`;
  const pieces = splitMarkdown(text);
  const whole = new WholeText(pieces);
  for (const piece of pieces) markdownHtml(piece.text, whole);
  assert.equal(whole.unusedDefinitions, '[a]: http://x\n[c]: http://z');
});

test('a row that is longer than the head of its table has all its cells', () => {
  const { html } = markdownHtml('> | a | b |\n> |---|--:|\n> | 1 | 2 | *3* | 4 \\| 5 |\n> 6 | 7 | 8\n> | 9 |');
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell]) => cell),
  );
  assert.deepEqual(rows, [
    ['a', 'b'],
    ['1', '2', '<em>3</em>', '4 | 5'],
    ['6', '7', '8'],
    ['9', ''],
  ]);
  assert.match(markdownHtml(`|a|\n|-|\n|b${'|c'.repeat(60_000)}|`).html, /<td>c<\/td>/);
});

test('a table ends at the cell cap and says so', () => {
  const rows = Array.from({ length: cellCap }, (_, index) => `| ${index} | x |`).join('\n');
  const { html, slots } = markdownHtml(`| a | b |\n|---|---|\n${rows}\n\nafter`);
  const cells = html.match(/<t[dh]/g)?.length ?? 0;
  assert.ok(cells >= cellCap && cells <= cellCap + 2, String(cells));
  assert.deepEqual(slots, [{ kind: 'tableCut' }]);
  assert.match(html, /<\/table>[\s\S]*after/);
});

test('the tables of a message share their cells, and each that is cut says so', () => {
  const table = `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(900)}\n`;
  const room = new TextRoom().markdown;
  const made = Array.from({ length: 10 }, () => markdownHtml(table, undefined, false, 0, room));
  const cells = made.map(({ html }) => html.match(/<t[dh]>/g)?.length ?? 0);
  assert.deepEqual(cells.slice(0, 5), Array(5).fill(1_802));
  assert.deepEqual(cells.slice(6), [0, 0, 0, 0]);
  assert.ok(cells.reduce((sum, count) => sum + count) <= cellsCap + columnCap);
  assert.deepEqual(made[4].slots, []);
  assert.deepEqual(made[5].slots, [{ kind: 'tableCut', cells: cells[5] }]);
  assert.deepEqual(made[9].slots, [{ kind: 'tableCut', cells: 0 }]);
  assert.doesNotMatch(made[9].html, /<table/);
  assert.match(markdownHtml('a\n\n| b |\n|---|\n\nc', undefined, true, 0, room).html, /<th>b/); // for a copy
});

test('links by reference are text when their addresses are too long together', () => {
  const address = `https://example.org/${'x'.repeat(8_000)}`;
  const text = `[a]: ${address} "${'title'.repeat(100)}"\n\n${'[a] ![p][a] '.repeat(2_000)}\n\n[b](https://example.org/b "t")`;
  const { html, slots } = markdownHtml(text);
  assert.ok(html.length < 2 * referencesCap, String(html.length));
  assert.equal(
    (html.match(/<a /g)?.length ?? 0) + slots.length,
    Math.floor(referencesCap / (address.length + 500)) + 1,
  );
  assert.equal(html.match(/<a /g)?.length, html.match(/<\/a>/g)?.length);
  assert.ok(html.includes('> a p a p a p') || html.includes('> p a p a p'));
  assert.match(html, /<a href="https:\/\/example.org\/b">b<\/a><span class="linkwords"> “t”<\/span>/);
  const room = new TextRoom().markdown;
  const made = Array.from({ length: 30 }, () => markdownHtml(`[a]: ${address}\n\n[a]`, undefined, false, 0, room).html);
  assert.match(made[0], /<a /);
  assert.ok(made[29].startsWith('<p>[a]: ') && made[29].endsWith('</p><p>a</p>\n'));
});

test('a table has only so many columns and says so', () => {
  const { html, slots } = markdownHtml(`${'|a'.repeat(9_990)}|\n${'|-'.repeat(9_990)}|\n|b|\n|c|\n\nthe end`);
  assert.equal(html.match(/<th/g)?.length, columnCap + 1); // with the thead
  assert.equal(html.match(/<td/g)?.length, 2 * columnCap);
  assert.deepEqual(slots, [{ kind: 'tableCut' }]);
  assert.match(html, /<\/table>[\s\S]*the end/);
});

test('a long text is cut outside fences, and nothing is lost', () => {
  const paragraph = 'word '.repeat(200).trim();
  const code = 'line\n\n'.repeat(4_000);
  const text = [...Array.from({ length: 60 }, () => paragraph), `\`\`\`\n${code}\`\`\``, paragraph].join('\n\n');
  const pieces = splitMarkdown(text);
  assert.ok(pieces.length > 3);
  const written = pieces.map((piece) =>
    piece.kind === 'code' ? `\`\`\`${piece.info}\n${piece.text}\n\`\`\`` : piece.text,
  );
  assert.equal(written.join('\n').replaceAll(/\n+/g, '\n'), text.replaceAll(/\n+/g, '\n'));
  assert.equal(pieces.filter((piece) => piece.kind === 'markdown' && piece.text.includes('```')).length, 0);
  assert.deepEqual(splitMarkdown('short'), [{ kind: 'markdown', text: 'short' }]);
});

test('many short lines are cut too, at an empty one where there is one', () => {
  const linesOf = (text: string): number => text.split('\n').length;
  const lines = splitMarkdown('a\n'.repeat(10_000));
  assert.ok(lines.every((piece) => linesOf(piece.text) <= 2 * partLines));
  assert.equal(lines.map((piece) => piece.text).join('\n'), 'a\n'.repeat(10_000));
  const paragraphs = splitMarkdown('a\n\n'.repeat(5_000));
  assert.ok(
    paragraphs.slice(0, -1).every((piece) => linesOf(piece.text) <= partLines + 1 && piece.text.endsWith('\n')),
  );
  assert.equal(splitMarkdown('a\n'.repeat(partLines)).length, 1);
});

test('a message has room for so many characters and lines, whatever its parts', () => {
  assert.equal(new TextRoom().take('x'.repeat(2 * textCap)).length, textCap);
  const room = new TextRoom();
  assert.equal(room.take('a\n'.repeat(15_000)).length, 30_000);
  assert.equal(room.take('a\n'.repeat(15_000)).length, 2 * (lineCountCap - 15_000));
  assert.equal(room.take('more'), '');
  assert.equal(room.taken, 2 * lineCountCap);
  assert.equal(new TextRoom().take('short\ntext'), 'short\ntext');
});

test('a text goes on from a place as far as its lines and characters may', () => {
  assert.deepEqual(
    [
      reachOf('a\nb\nc', 0, 100, 2),
      reachOf('a\nb\nc', 2, 100, 1),
      reachOf('a\nb\nc', 4, 100, 5),
      reachOf('abcdef', 2, 3, 9),
      reachOf('a\nb', 0, 1, 9),
    ],
    [4, 4, 5, 5, 1],
  );
});

test('one endless line becomes plain pieces', () => {
  const pieces = splitMarkdown('x'.repeat(1_000_000));
  assert.ok(pieces.every((piece) => piece.kind === 'plain' && piece.text.length <= 20_000));
  assert.equal(
    pieces.reduce((sum, piece) => sum + piece.text.length, 0),
    1_000_000,
  );
  assert.ok(partSize < 20_000);
});

test('code is cut into parts after lines, and nothing is lost', () => {
  const lines = Array.from({ length: 2_000 }, (_, index) => (index % 20 === 0 ? '' : `let a${index} = ${index};`)).join(
    '\n',
  );
  const parts = codeParts(lines);
  assert.ok(parts.length > 5);
  assert.equal(parts.join(''), lines);
  assert.ok(parts.slice(0, -1).every((part) => part.endsWith('\n\n')));
  assert.equal(codeParts('x'.repeat(50_000)).join('').length, 50_000);
  assert.deepEqual(codeParts(''), ['']);
});

test('a part of code is short, and shortest where colouring takes longest', () => {
  const text = `${'x'.repeat(3_900)}\n${'[a]('.repeat(3_000)}\n\n${'word\n'.repeat(3_000)}`;
  for (const [language, most] of [
    ['python', 4_000],
    ['markdown', 1_500],
    ['md', 1_500],
  ] as const) {
    const parts = codeParts(text, language);
    assert.equal(parts.join(''), text);
    assert.ok(
      parts.every((part) => part.length <= most),
      language,
    );
  }
});

test('formulas that are opened and never closed are looked through once', (context) => {
  const { indexOf, trimEnd } = String.prototype;
  let looks = 0;
  context.after(() => Object.assign(String.prototype, { indexOf, trimEnd }));
  String.prototype.indexOf = function counted(this: string, ...given: [string, number?]): number {
    if (given[0] === '\\)') looks += 1;
    return indexOf.apply(this, given);
  };
  String.prototype.trimEnd = function counted(this: string): string {
    looks += 1;
    return trimEnd.apply(this);
  };
  assert.equal(markdownHtml('\\( a '.repeat(2_000)).slots.length, 0);
  assert.ok(looks < 10, String(looks));
  looks = 0;
  assert.equal(markdownHtml('\\[ a\n'.repeat(2_000)).slots.length, 0);
  assert.ok(looks < 3 * 2_000, String(looks));
  assert.deepEqual(
    markdownHtml('\\(a\\) \\( b \\(c\\)').slots.map((slot) => 'text' in slot && slot.text),
    ['a', ' b \\(c'],
  );
  assert.deepEqual(
    markdownHtml('\\[ a\n\n\\[ b \\]').slots.map((slot) => 'text' in slot && slot.text),
    ['b'],
  );
});

test('colours that are nested without end are not drawn', () => {
  assert.ok(!nestsDeeply('<span class="a"><span class="b">x</span></span>'.repeat(500)));
  assert.ok(nestsDeeply(`${'<span class="a">f'.repeat(41)}x${'</span>'.repeat(41)}`));
});
