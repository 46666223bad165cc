import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { hasHidden, splitHidden, splitLabel, splitLookalike } from '../src/transcript/safety/invisible';
import { checkLink, hostNamedIn, isOpenable } from '../src/transcript/safety/links';
import { withoutConfiguration, sizeOf } from '../src/diagram/source';
import { readTheme } from '../src/diagram/theme';

const shown = (text: string): string => splitHidden(text).map((part) => (part.hidden ? `[${part.text}]` : part.text)).join('');

for (const [text, expected] of [
  ['plain text, 汉字, é', 'plain text, 汉字, é'],
  ['a\u200bb', 'a[ZWSP]b'],
  ['delete(\u202etxt.terces\u202c)', 'delete([RLO]txt.terces[PDF])'],
  ['\u2066a\u2069', '[LRI]a[PDI]'],
  ['a\u0000b\u001b[31m', 'a[U+0000]b[U+001B][31m'],
  ['tab\tand\nline\r\n', 'tab\tand\nline\r\n'],
  ['\ud800x', '[U+D800]x'], ['x\udc00', 'x[U+DC00]'],
  ['hid\u{e0041}den', 'hid[U+E0041]den'],
  ['👩\u200d💻 and 🏳\ufe0f\u200d🌈', '👩\u200d💻 and 🏳\ufe0f\u200d🌈'],
  ['ab\u200dcd', 'ab[ZWJ]cd'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['\ufeffx', '[BOM]x'], ['', ''],
]) test(`hidden characters: ${JSON.stringify(text)}`, () => assert.equal(shown(text), expected));

test('a foreign letter in a look-alike name is named', () => {
  assert.deepEqual(splitLookalike('M\u0456k').filter((part) => part.hidden).map((part) => part.text), ['U+0456']);
  assert.equal(hasHidden('Mike'), false);
});

test('two answers that differ by blanks do not look the same', () => {
  assert.deepEqual(splitLabel('No '), [{ text: 'No', hidden: false }, { text: 'SP', hidden: true }]);
  assert.deepEqual(splitLabel('No'), [{ text: 'No', hidden: false }]);
  assert.deepEqual(splitLabel('  '), [{ text: 'SP', hidden: true }, { text: 'SP', hidden: true }]);
});

// The application's own check is held to the same table.
interface LinkRow { what: string; text: string; address: string; reasons: string[] }
for (const { what, text, address, reasons } of JSON.parse(readFileSync('../../tests/data/links.json', 'utf8')) as LinkRow[]) {
  test(`link: ${what}`, () => assert.deepEqual([...checkLink(text, address).flags].sort(), [...reasons].sort()));
}

test('mixed scripts are seen in the address as it was written', () => {
  assert.ok(checkLink('x', 'https://xn--pypal-4ve.com/', 'https://p\u0430ypal.com/').flags.includes('mixedScripts'));
});

test('which texts name a host', () => {
  assert.equal(hostNamedIn('https://a.example/x'), 'a.example');
  assert.equal(hostNamedIn('A.example:80/x'), 'a.example');
  assert.equal(hostNamedIn('read the log'), undefined);
  assert.equal(hostNamedIn('v1.2'), undefined);
});

test('only three kinds of address can be opened', () => {
  assert.deepEqual(['https://a', 'http://a', 'mailto:a@b', 'ftp://a', 'javascript:x', 'file:///x', '//a', 'data:x'].map(isOpenable), [true, true, true, false, false, false, false, false]);
});

test('a diagram cannot configure its drawing', () => {
  const source = '---\ntitle: T\nconfig:\n  securityLevel: loose\n---\nflowchart LR\n%%{init: {"securityLevel":"loose"}}%%\nA-->B';
  assert.equal(withoutConfiguration(source), '---\ntitle: T\n---\nflowchart LR\n\nA-->B');
  assert.equal(withoutConfiguration('%%{\ninit: {}\n}%%\ngraph TD'), '\ngraph TD');
  assert.equal(withoutConfiguration('---\nconfig: {}\n---\ngraph TD'), 'graph TD');
});

test('a drawing without a size is none', () => {
  assert.deepEqual(sizeOf('0 0 99.2 50'), { width: 100, height: 50 });
  for (const wrong of [null, '', '0 0 0 5', '0 0 x 5', '1 2']) assert.equal(sizeOf(wrong), undefined);
});

test('a theme is a known name and a family without tricks', () => {
  assert.deepEqual(readTheme('dark'), { name: 'dark', font: '' });
  assert.deepEqual(readTheme('{"theme":"light-high","font":"In\\"ter;}"}'), { name: 'light-high', font: 'Inter' });
  assert.deepEqual(readTheme('{"theme":"url(x)"}'), { name: 'light', font: '' });
});
