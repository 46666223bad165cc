import assert from 'node:assert/strict';
import test from 'node:test';
import { formulaHtml } from '../src/transcript/render/formula_html';
import { mathCellsCap } from '../src/transcript/safety/caps';
import { FormulaRoom } from '../src/transcript/safety/formula_room';

const set = (text: string, room = new FormulaRoom()): string | undefined => formulaHtml(text, true, room);
const matrix = (side: number): string => {
  const row = Array.from({ length: side }, () => 'a').join('&');
  return `\\begin{matrix}${Array.from({ length: side }, () => row).join('\\\\')}\\end{matrix}`;
};

test('a formula is set, with commands of its own and without', () => {
  for (const text of [
    'a^2 + \\frac{1}{2}',
    '\\def\\a#1{x_{#1}}\\a1 + \\a{2}',
    '\\newcommand{\\norm}[1]{\\left\\|#1\\right\\|}\\norm{x} \\le \\norm{y}',
    '\\text{for all of } x \\dots \\pmod{n}',
    matrix(20),
  ])
    assert.match(set(text) ?? '', /^<span class="katex/, text);
  assert.doesNotMatch(set('\\def\\a#1{x_{#1}}\\a1 + \\pmod2') ?? 'katex-error', /katex-error/);
});

test('a formula that is wrong stands as it is written', () => {
  assert.equal(set('\\frac{a<b'), '<span class="katex-error" style="color:#B02B27">\\frac{a&lt;b</span>');
});

for (const [what, text] of [
  ['a long command that stands there often', `\\def\\a{${'x'.repeat(4_000)}}${'\\a'.repeat(60)}`],
  ['powers', `\\def\\a{${'y^2'.repeat(1_300)}}${'\\a'.repeat(16)}`],
  ['an argument that doubles', '\\def\\a#1{\\a{#1#1}}\\a{x}'],
  ['an argument that stands there often', `\\def\\a#1{${'#1'.repeat(1_000)}}\\a{${'x'.repeat(1_000)}}`],
  ['cells that commands make', `\\def\\a{${'b&'.repeat(100)}b\\\\}\\begin{matrix}${'\\a'.repeat(30)}\\end{matrix}`],
  ['a matrix', matrix(40)],
] as const) {
  test(`a formula that would become too much is not set: ${what}`, () => assert.equal(set(text), undefined));
}

test('the formulas of a message share their room', () => {
  const room = new FormulaRoom();
  const matrices = Array.from({ length: 20 }, () => set(matrix(30), room)).filter((html) => html !== undefined);
  assert.ok(matrices.length >= 3 && matrices.length <= mathCellsCap / 900, String(matrices.length));
  const long = Array.from({ length: 20 }, () => set(`\\def\\a{${'x'.repeat(1_000)}}${'\\a'.repeat(6)}`, room));
  assert.ok(long.filter((html) => html !== undefined).length <= 5);
  assert.notEqual(set('a^2', room), undefined);
});
