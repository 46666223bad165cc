import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { hasHidden, splitHidden, splitLabel, splitLookalike } from '../src/transcript/safety/invisible';
import { checkLink, hostPlace, isOpenable } from '../src/transcript/safety/links';
import { hostsNamedIn, mailAddressesIn } from '../src/transcript/safety/named_hosts';
import { withoutConfiguration, sizeOf } from '../src/diagram/source';
import { readTheme } from '../src/diagram/theme';

const shown = (text: string): string =>
  splitHidden(text)
    .map((part) => (part.hidden ? `[${part.text}]` : part.text))
    .join('');

// The application's own texts are held to the same table.
interface TextRow {
  what: string;
  text: string;
  shown: string;
}
for (const { what, text, shown: expected } of JSON.parse(
  readFileSync('../../tests/data/visible_text.json', 'utf8'),
) as TextRow[]) {
  test(`hidden characters: ${what}`, () => {
    assert.equal(shown(text), expected);
    assert.ok(text === expected || hasHidden(text));
  });
}

for (const [text, expected] of [
  ['tab\tand\nline\r\n', 'tab\tand\nline\r\n'],
  ['\ud800x', '[U+D800]x'],
  ['x\udc00', 'x[U+DC00]'],
  ['', ''],
]) {
  test(`hidden characters: ${JSON.stringify(text)}`, () => assert.equal(shown(text), expected));
}

test('each of what is too many of a cluster is counted, and lets the line be broken', () => {
  const parts = splitHidden(`family ${'👩\u200d'.repeat(3_000)} end`);
  assert.equal(parts.filter((part) => part.hidden).length, 2_990);
  assert.ok(parts.every((part) => part.text.length < 50));
});

test('tags without end are looked at once', () => {
  assert.equal(splitHidden('\u{e0041}'.repeat(100_000)).length, 100_000);
});

test('a foreign letter in a look-alike name is named', () => {
  assert.deepEqual(
    splitLookalike('M\u0456k')
      .filter((part) => part.hidden)
      .map((part) => part.text),
    ['U+0456'],
  );
  assert.equal(hasHidden('Mike'), false);
});

const named = (parts: { text: string; hidden: boolean }[]): string =>
  parts.map((part) => (part.hidden ? `[${part.text}]` : part.text)).join('');
interface LabelRow {
  what: string;
  label: string;
  shown: string;
  alone: string;
}
for (const { what, label, shown: expected, alone } of JSON.parse(
  readFileSync('../../tests/data/visible_labels.json', 'utf8'),
) as LabelRow[]) {
  test(`an answer: ${what}`, () => {
    assert.equal(named(splitLabel(label)), expected);
    assert.equal(named(splitLookalike(label)), alone);
  });
}

test('two answers that differ by blanks do not look the same', () => {
  assert.deepEqual(splitLabel('No '), [
    { text: 'No', hidden: false },
    { text: 'SP', hidden: true },
  ]);
  assert.deepEqual(splitLabel('No'), [{ text: 'No', hidden: false }]);
  assert.deepEqual(splitLabel('  '), [
    { text: 'SP', hidden: true },
    { text: 'SP', hidden: true },
  ]);
});

// The application's own check is held to the same table.
interface LinkRow {
  what: string;
  text: string;
  address: string;
  reasons: string[];
}
for (const { what, text, address, reasons } of JSON.parse(
  readFileSync('../../tests/data/links.json', 'utf8'),
) as LinkRow[]) {
  test(`link: ${what}`, () => assert.deepEqual([...checkLink(text, address).flags].sort(), [...reasons].sort()));
}

test('mixed scripts are seen in the address as it was written', () => {
  assert.ok(checkLink('x', 'https://xn--pypal-4ve.com/', 'https://p\u0430ypal.com/').flags.includes('mixedScripts'));
});

test('which texts name a host', () => {
  const target = new URL('https://c.example/docs/readme.md');
  assert.deepEqual(hostsNamedIn('https://a.example/x and A.example:80/b.example', target), ['a.example', 'a.example']);
  assert.deepEqual(hostsNamedIn('read the log of v1.2, e.g. index.html or docs/readme.md', target), []);
  assert.deepEqual(hostsNamedIn('docs/other.md', target), ['other.md']);
});

test('a text without blanks is looked through once', () => {
  assert.equal(hostsNamedIn('a:'.repeat(100_000), undefined).length, 0);
  assert.equal(hostsNamedIn('-'.repeat(200_000) + 'a', undefined).length, 0);
  assert.equal(mailAddressesIn('a@'.repeat(100_000)).length, 1);
});

test('the host of an address is what stands where one does', () => {
  const hostOf = (address: string): string => {
    const place = hostPlace(address);
    return place
      ? `${address.slice(0, place.from)}|${address.slice(place.from, place.to)}|${address.slice(place.to)}`
      : '';
  };
  assert.equal(
    hostOf('https://evil.example@evil.example:80/evil.example'),
    'https://evil.example@|evil.example|:80/evil.example',
  );
  assert.equal(hostOf('https:/a.example?@b'), 'https:/|a.example|?@b');
  assert.equal(hostOf('http:\\\\[::1]:8/x'), 'http:\\\\|[::1]|:8/x');
  assert.equal(hostOf('mailto:a@b.example'), '');
});

test('only three kinds of address can be opened', () => {
  assert.deepEqual(
    ['https://a', 'http://a', 'mailto:a@b', 'ftp://a', 'javascript:x', 'file:///x', '//a', 'data:x'].map(isOpenable),
    [true, true, true, false, false, false, false, false],
  );
});

test('a diagram cannot configure its drawing', () => {
  const source =
    '---\ntitle: T\nconfig:\n  securityLevel: loose\n---\nflowchart LR\n%%{init: {"securityLevel":"loose"}}%%\nA-->B';
  assert.equal(withoutConfiguration(source), '---\ntitle: T\n---\nflowchart LR\n\nA-->B');
  assert.equal(withoutConfiguration('%%{\ninit: {}\n}%%\ngraph TD'), '\ngraph TD');
  assert.equal(withoutConfiguration('---\nconfig: {}\n---\ngraph TD'), 'graph TD');
  // What is taken out leaves no other one behind.
  assert.equal(withoutConfiguration('%%%%{x}%%{init: {}}%%graph TD'), 'graph TD');
  assert.equal(withoutConfiguration('---\na: 1\n---\n---\nconfig: {}\n---\ngraph TD'), 'graph TD');
  assert.equal(
    withoutConfiguration('---\ntitle: %%{init: {}}%%T\n---\n%%{x}%%---\nconfig: {}\n---\ngraph TD'),
    '---\ntitle: T\n---\ngraph TD',
  );
  // Blanks and ends of lines are what the program takes for them.
  for (const source of ['---\u00a0\nconfig: {}\n---\ngraph TD', '---\rconfig: {}\r---\rgraph TD'])
    assert.equal(withoutConfiguration(source), 'graph TD');
  assert.equal(withoutConfiguration('---\nconfig: {}\ngraph TD'), '');
  assert.equal(withoutConfiguration('graph TD\n%%{init: {"a": 1}'), 'graph TD\n%% {init: {"a": 1}');
  assert.equal(withoutConfiguration('%%%}%%x\n%{init: {}}%%graph TD'), '%%%} %%x\n%{init: {}} %%graph TD');
  assert.equal(withoutConfiguration(`${'%%{'.repeat(30)}x${'}%%'.repeat(30)}graph TD`).includes('%%{'), false);
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
