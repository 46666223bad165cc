import assert from 'node:assert/strict';
import test from 'node:test';
import { foldedOutput } from '../src/transcript/folded_output';
import { allStates, lastStates, terminalParts, withoutSequences } from '../src/transcript/safety/terminal';

/** "red|FAILED" for letters with a look, "[ESC[1A]" for a box. */
const shown = (text: string, most?: number): string[] =>
  terminalParts(text, most).map((part) =>
    part.hidden ? `[${part.text}]` : [part.look, part.text].filter(Boolean).join('|'),
  );

test('colours are drawn as such, and end where they are taken back', () => {
  const cases: [string, string[]][] = [
    ['no colours', ['no colours']],
    ['\u001b[31mFAILED\u001b[0m in 3 s', ['term-red|FAILED', ' in 3 s']],
    ['\u001b[1;32mok\u001b[m', ['term-green term-bold|ok']],
    ['\u001b[1mbold \u001b[22mnot \u001b[2mdim\u001b[0m', ['term-bold|bold ', 'not ', 'term-dim|dim']],
    ['\u001b[4m\u001b[3mboth\u001b[24m one\u001b[23m', ['term-underlined term-italic|both', 'term-italic| one']],
    ['\u001b[36ma\u001b[39mb', ['term-cyan|a', 'b']],
    ['\u001b[90mgrey\u001b[37m white', ['term-grey|grey', ' white']],
    // Of 256, and in three parts.
    ['\u001b[38;5;9mred\u001b[38;5;196m red\u001b[38;5;240m grey', ['term-red|red red', 'term-grey| grey']],
    ['\u001b[38;2;20;180;60mgreen\u001b[38;2;250;250;250m white', ['term-green|green', ' white']],
    // Letters on a ground have its colour, whatever they would have.
    ['\u001b[30;42m PASS \u001b[49m', ['term-green term-ground| PASS ']],
    ['\u001b[7mturned\u001b[27m back', ['term-ground|turned', ' back']],
    // Not to be seen is nothing that was written.
    ['\u001b[8mhidden\u001b[0m', ['hidden']],
    ['\u001b[30mblack on black\u001b[40m', ['black on black']],
  ];
  for (const [text, wanted] of cases) assert.deepEqual(shown(text), wanted, JSON.stringify(text));
});

test('what changes nothing that is seen is left out, all else stands in a box', () => {
  const cases: [string, string[]][] = [
    ['\u001b[01;31m\u001b[Kerror:\u001b[m\u001b[K no', ['term-red term-bold|error:', ' no']],
    ['\u001b[?25lworking\u001b[?25h\u001b(B', ['working']],
    ['up\u001b[1A\u001b[2K', ['up', '[ESC[1A]']],
    ['\u001b]0;title\u0007', ['[U+001B]', ']0;title', '[U+0007]']],
    ['\u001b[31', ['[U+001B]', '[31']],
    ['a\u200bb\u001b[31mc\u202ed', ['a', '[ZWSP]', 'b', 'term-red|c', '[RLO]', 'term-red|d']],
    // No place for a message of its own.
    ['\u001b[123456789K\u001b[72101108108111m', ['[ESC[123456789K]', '[U+001B]', '[72101108108111m']],
  ];
  for (const [text, wanted] of cases) assert.deepEqual(shown(text), wanted, JSON.stringify(text));
  assert.equal(withoutSequences('\u001b[1;31ma\u001b[K\u001b[0m b\u001b[2A'), 'a b');
});

test('colours without end are left out, and no letter is', () => {
  const text = '\u001b[31mr\u001b[32mg'.repeat(50);
  const parts = terminalParts(text, 20);
  assert.equal(parts.filter((part) => part.look).length, 20);
  assert.equal(parts.map((part) => part.text).join(''), 'rg'.repeat(50));
});

// If it took more, the time limit of the tests would end it.
test('it takes time in proportion to the text', () => {
  for (const piece of ['\u001b[', '\u001b[1;', '\u001b[31mx', '\u001b', '1;', '\r', 'x\r']) {
    const text = piece.repeat(1_000_000 / piece.length);
    terminalParts(text);
    withoutSequences(text);
    foldedOutput(text, 12);
  }
});

test('lines that were written over', () => {
  const bar = ' 10%\r 50%\r100%\ndone\r\n';
  assert.equal(lastStates(bar), '100%\ndone\n');
  assert.equal(allStates(bar), ' 10%\n 50%\n100%\ndone\n');
  assert.equal(lastStates('a\r\nb\r\r\nc\r'), 'a\nb\nc');
  assert.equal(lastStates('gone\r\u001b[K'), '\u001b[K');
});

test('a result is folded by its lines and by how long they are', () => {
  const short = foldedOutput('one\ntwo\n', 12);
  assert.deepEqual(short, { short: 'one\ntwo', whole: 'one\ntwo', lines: 2 });

  const many = foldedOutput(Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n'), 12);
  assert.equal(many.short.split('\n').length, 12);
  assert.ok(many.short.endsWith('line 11'));
  assert.equal(many.lines, 30);

  const long = foldedOutput(`{"all":"${'x'.repeat(50_000)}"}`, 12);
  assert.equal(long.short.length, 2_400);
  assert.equal(long.lines, 1);
  assert.equal(foldedOutput(`{"all":"${'x'.repeat(50_000)}"}`, 12, Infinity).short, long.whole);

  const bar = foldedOutput(Array.from({ length: 101 }, (_, part) => `${part} %`).join('\r'), 12);
  assert.deepEqual(bar, { short: '100 %', whole: bar.whole, lines: 101 });

  const cut = foldedOutput(`${'x'.repeat(2_398)}\u001b[31mred`, 12);
  assert.equal(cut.short, 'x'.repeat(2_398));
});
