import assert from 'node:assert/strict';
import test from 'node:test';
import { isUnifiedDiff, parseDiff, type DiffLine } from '../src/transcript/markdown/unified_diff';

const diff = `diff --git a/src/merge.ts b/src/merge.ts
index 1..2 100644
--- a/src/merge.ts
+++ b/src/merge.ts
@@ -12,3 +12,4 @@ export function slide(row: Row)
   const tiles = row.filter(Boolean);
-  for (let i = 0; i < tiles.length; i++) {
+  for (let i = 0; i < tiles.length - 1; i++) {
+    score += 1;
   }
\\ No newline at end of file
`;

const wordsOf = ({ text, changed = [] }: DiffLine): string[] => changed.map(([from, to]) => text.slice(from, to));

const plain = '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n';

test('a file with a hunk: numbers, signs and counts', () => {
  const [file, ...rest] = parseDiff(diff);
  assert.equal(rest.length, 0);
  assert.deepEqual([file.name, file.added, file.removed, file.hunks.length], ['src/merge.ts', 2, 1, 1]);
  assert.deepEqual(
    file.hunks[0].lines.map((line) => [line.kind, line.before, line.after]),
    [
      ['same', 12, 12],
      ['del', 13, undefined],
      ['add', undefined, 13],
      ['add', undefined, 14],
      ['same', 14, 15],
    ],
  );
});

test('the words that differ are marked', () => {
  const lines = parseDiff(diff)[0].hunks[0].lines;
  assert.equal(lines[1].changed, undefined);
  assert.deepEqual(wordsOf(lines[2]), [' - 1']);
  assert.equal(lines[3].changed, undefined);
});

test('words are marked as a whole, each where it is', () => {
  const cases: [string, string, string[], string[]][] = [
    ['let width = foo(a, b);', 'let height = fool(a, c);', ['width', 'foo', 'b'], ['height', 'fool', 'c']],
    ['the old line with a word', 'the new line with words', ['old', 'a word'], ['new', 'words']],
    ['  return x;', '    return x;', ['  '], ['    ']],
    ['good 😀 morning', 'good 😁 morning', ['😀'], ['😁']],
    ['a family 👩‍👩‍👧 here', 'a family 👩‍👩‍👦 here', ['👩‍👩‍👧'], ['👩‍👩‍👦']],
    ['请检查旧的结果', '请检查新的结果', ['旧'], ['新']],
    ['cafe\u0301 au lait', 'cafe au lait', ['cafe\u0301'], ['cafe']],
    ['one two three', 'one three', ['two '], []],
  ];
  for (const [before, after, removed, added] of cases) {
    const [from, to] = parseDiff(`@@ -1 +1 @@\n-${before}\n+${after}`)[0].hunks[0].lines;
    assert.deepEqual([wordsOf(from), wordsOf(to)], [removed, added], after);
  }
});

test('many long lines are compared', () => {
  const words = (from: number): string =>
    Array.from({ length: 2_000 }, (_, at) => `w${(from + 7 * at) % 977}`).join(' ');
  const pair = `-${words(0)}\n+${words(3)}\n same\n`;
  const [file] = parseDiff(`@@ -1,80 +1,80 @@\n${pair.repeat(40)}`);
  assert.equal(file.removed, 40);
});

test('lines with nothing in common are not marked', () => {
  const lines = parseDiff('@@ -1 +1 @@\n-alpha beta\n+0123 45')[0].hunks[0].lines;
  assert.deepEqual(
    lines.map((line) => line.changed),
    [undefined, undefined],
  );
});

test('several files, new files, and a diff without heads', () => {
  const files = parseDiff('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+c');
  assert.deepEqual(
    files.map((file) => [file.name, file.added, file.removed]),
    [
      ['x', 1, 1],
      ['new.txt', 1, 0],
    ],
  );
  const bare = parseDiff('-a\n+b\n c');
  assert.deepEqual(
    bare[0].hunks[0].lines.map((line) => line.kind),
    ['del', 'add', 'same'],
  );
});

test('what becomes of a file as a whole is told, each of its own', () => {
  const renamed = 'diff --git a/old name b/new name\nsimilarity index 100%\nrename from old name\nrename to new name\n';
  const picture = 'diff --git a/p.png b/p.png\nindex 1..2 100644\nBinary files a/p.png and b/p.png differ\n';
  const made = 'diff --git a/n b/n\nnew file mode 100755\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+c\n';
  const files = parseDiff(`${diff}${renamed}${picture}${made}${plain}`);
  assert.deepEqual(
    files.map((file) => [file.name, file.added, file.removed]),
    [
      ['src/merge.ts', 2, 1],
      ['new name', 0, 0],
      ['p.png', 0, 0],
      ['n', 1, 0],
      ['x', 1, 1],
    ],
  );
  assert.deepEqual(
    files[1].hunks.map((hunk) => hunk.title),
    ['similarity index 100%', 'rename from old name', 'rename to new name'],
  );
  assert.deepEqual(
    files[2].hunks.map((hunk) => hunk.title),
    ['Binary files a/p.png and b/p.png differ'],
  );
  assert.deepEqual(
    files[3].hunks.map((hunk) => [hunk.title, hunk.lines.length]),
    [
      ['new file mode 100755', 0],
      ['@@ -0,0 +1 @@', 1],
    ],
  );
  assert.deepEqual(
    files[0].hunks.map((hunk) => hunk.lines.length),
    [5],
  );
});

for (const [what, text, name] of [
  [
    'a quoted name',
    'diff --git "a/f\\303\\244 \\"x\\".png" "b/f\\303\\244 \\"x\\".png"\nBinary files differ',
    'f\u00e4 "x".png',
  ],
  ['other prefixes', 'diff --git i/p.png w/p.png\nindex 1..2\nBinary files i/p.png and w/p.png differ', 'p.png'],
  ['no prefixes', 'diff --git a file a file\ndeleted file mode 100644', 'a file'],
  ['renamed, without prefixes', 'diff --git old new b\nrename from old\nrename to new b', 'new b'],
  [
    'deleted, of which the head does not tell',
    'diff --git "a/\\303\\244" x\n--- "a/\\303\\244"\n+++ /dev/null\n@@ -1 +0,0 @@\n-a',
    '\u00e4',
  ],
  ['no name at all', 'diff --git \nBinary files differ', ''],
] as const) {
  test(`a file is called as it is: ${what}`, () =>
    assert.deepEqual(
      parseDiff(text).map((file) => file.name),
      [name],
    ));
}

test('a removed line that looks like a head is a removed line', () => {
  const lines = parseDiff('@@ -1,2 +1,1 @@\n--- not a head\n x')[0].hunks[0].lines;
  assert.deepEqual(lines[0], { kind: 'del', before: 1, text: '-- not a head' });
});

const shown = (text: string): string[] =>
  parseDiff(text).flatMap(({ hunks }) =>
    hunks.flatMap(({ title, lines }) => [title, ...lines.map((line) => line.text)]),
  );

for (const [what, text, expected] of [
  ['what looks like a file', '@@ -1,2 +1,3 @@\n a\n--- x\n+++ y\tpayload\n+z', ['a', '-- x', '++ y\tpayload', 'z']],
  [
    'even with a hunk below',
    '@@ -1 +1 @@\n--- x\n+++ y\tpay\n@@ -5 +5 @@\n c',
    ['-- x', '++ y\tpay', '@@ -5 +5 @@', 'c'],
  ],
  ['an added line', '--- a\n+++ b\n@@ -1 +1,2 @@\n a\n+++ i; evil()', ['a', '++ i; evil()']],
  ['what begins with a backslash', '@@ -1 +1,2 @@\n a\n\\ evil\n+b', ['a', '\\ evil', 'b']],
  ['what begins with index', '@@ -1,2 +1 @@\n a\nindex evil', ['a', 'index evil']],
  ['what no hunk has', '@@ -1,2 +1 @@\n a\ndiff --git a/x evil b/x', ['a', 'diff --git a/x evil b/x']],
] as const)
  test(`in a hunk nothing is dropped: ${what}`, () => {
    assert.equal(parseDiff(text).length, 1);
    assert.deepEqual(shown(text).slice(1), expected);
  });

for (const [what, text, expected] of [
  ['no hunk head', '--- x\n+++ y\tpayload\n+z', ['', '-- x', '++ y\tpayload', 'z']],
  ['counts too small', '@@ -1 +1 @@\n a\n--- x\n+++ y\n+z', ['@@ -1 +1 @@', 'a', '-- x', '++ y', 'z']],
  ['nothing counted', '@@ -0,0 +0,0 @@\n+++ y\n\\ evil', ['@@ -0,0 +0,0 @@', '++ y', '\\ evil']],
  ['no contents of that name', '-a\nindex evil', ['', 'a', 'index evil']],
  ['a head of git without a name', 'diff --git evil', ['diff --git evil']],
] as const)
  test(`what is not clearly a head is shown: ${what}`, () => assert.deepEqual(shown(text), expected));

test('counts that are too large hide no hunk', () => {
  const [file] = parseDiff('@@ -1,9 +1,9 @@\n a\n@@ -20 +20 @@\n-b\n+c');
  assert.deepEqual(
    file.hunks.map((hunk) => hunk.lines.length),
    [1, 2],
  );
});

test('when a file was written is no part of its name, anything else there is', () => {
  const named = (rest: string): string => parseDiff(`--- a\n+++ b\t${rest}\n@@ -1 +1 @@\n-x\n+y`)[0].name;
  assert.equal(named('2026-11-26 19:50:02.123456789 +0100'), 'b');
  assert.equal(named(''), 'b');
  assert.equal(named('payload'), 'b\tpayload');
});

for (const [what, text, is] of [
  ['as git writes it', diff, true],
  ['without the line of git', plain, true],
  ['of several files', `${plain}${diff}`, true],
  ['with an empty line for an empty one', '--- a/x\n+++ b/x\n@@ -1,3 +1,2 @@\n a\n\n-b\n', true],
  ['words before it', `I changed this:\n${plain}`, false],
  ['words behind it', `${plain}That is all.`, false],
  ['heads without a hunk', '--- a/x\n+++ b/x\n', false],
  ['a rule and a list', '--- \n+++ b\n- c\n', false],
  ['a list', '- a\n- b\n+ c', false],
  ['nothing', '', false],
] as const) {
  test(`a unified diff, or none: ${what}`, () => assert.equal(isUnifiedDiff(text), is));
}
