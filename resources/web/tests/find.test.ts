import assert from 'node:assert/strict';
import test from 'node:test';
import type { Json } from '../src/transcript/contract';
import { markable } from '../src/transcript/find/marks';
import { fold, patternOf, spansIn } from '../src/transcript/find/pattern';
import { textOfJson } from '../src/transcript/find/sought';

const found = (text: string, phrase: string, prefix = true): string[] => {
  const pattern = patternOf([{ text: phrase, prefix }]);
  return pattern ? spansIn(text, pattern).map(({ start, end }) => text.slice(start, end)) : [];
};

test('words are found as the library finds them', () => {
  assert.deepEqual(found('a 4x4 Board, a board', 'board'), ['Board', 'board']);
  assert.deepEqual(found('a 4x4 Board.', 'boa'), ['Boa']);
  assert.deepEqual(found('a 4x4 Board.', 'boa', false), []);
  assert.deepEqual(found('a 4x4 Board.', 'oard'), []);
  assert.deepEqual(found('RED - board', 'red board', false), ['RED - board']);
  assert.deepEqual(found('send_to(Bob)', 'send_to'), ['send_to']);
  assert.deepEqual(found('a -> b', '->'), []);
});

test('signs of a name are found with it', () => {
  const text = 'C, C++, C# and F#, ASP.NET, .NET on the net; C++11';
  assert.deepEqual(found(text, 'C++'), ['C++', 'C++']);
  assert.deepEqual(found(text, 'c+'), ['C+', 'C+']);
  assert.deepEqual(found(text, 'c+', false), []);
  assert.deepEqual(found(text, 'C#'), ['C#']);
  assert.deepEqual(found(text, 'f#'), ['F#']);
  assert.deepEqual(found(text, 'C', false), ['C', 'C', 'C', 'C']);
  assert.deepEqual(found(text, '.NET'), ['.NET', '.NET']);
  assert.deepEqual(found(text, 'net', false), ['NET', 'NET', 'net']);
  assert.deepEqual(found(text, 'asp.net'), ['ASP.NET']);
  assert.deepEqual(found(text, 'C++11'), ['C++11']);
  assert.deepEqual(found('Ｃ＋＋ and 用C#写', 'c++'), ['Ｃ＋＋']);
  assert.deepEqual(found('用C#写', 'C#写'), ['C#写']);
  assert.deepEqual(found('a + b, a+b', 'a+b'), ['a + b', 'a+b']);
});

test('words that follow each other are one place', () => {
  assert.deepEqual(found('the score, a rule; Score rules and score\nrule', 'score rule'), [
    'Score rule',
    'score\nrule',
  ]);
  assert.deepEqual(found('rule and score', 'score rule'), []);
  assert.deepEqual(found('新的计分 规则，计分规则', '计分 规则'), ['计分 规则', '计分规则']);
});

test('Chinese is found anywhere, also beside digits', () => {
  assert.deepEqual(found('写一个2048的游戏', '一个2048'), ['一个2048']);
  assert.deepEqual(found('写一个2048的游戏', '游'), ['游']);
  assert.deepEqual(found('写一个2048的游戏', '2048'), ['2048']);
  assert.deepEqual(found('写一个', '写个'), []);
});

test('Korean, Japanese and Thai are found as they are written', () => {
  assert.deepEqual(found('오늘 신문을', '시'), []);
  assert.deepEqual(found('오늘 신문을', '신문'), ['신문']);
  const inParts = '오늘 신문을'.normalize('NFD');
  assert.deepEqual(found(inParts, '신문'), ['신문'.normalize('NFD')]);
  assert.deepEqual(found('カードとガード', 'ガード'), ['ガード']);
  assert.deepEqual(found('カードとガード', 'カード'), ['カード']);
  assert.deepEqual(found('ｶｰﾄﾞとｶﾞｰﾄﾞ', 'ガード'), ['ｶﾞｰﾄﾞ']);
  assert.deepEqual(found('ガード'.normalize('NFD'), 'ガード'), ['ガード'.normalize('NFD')]);
  assert.deepEqual(found('ฉันรักแมว', 'รัก'), ['รัก']);
  assert.deepEqual(found('ฉันรักแมว', 'รก'), []);
  assert.deepEqual(found('ຂ້ອຍຮັກແມວ', 'ຮັກ'), ['ຮັກ']);
  assert.deepEqual(found('ខ្ញុំស្រលាញ់ឆ្មា', 'ឆ្មា'), ['ឆ្មា']);
  assert.deepEqual(found('ကျွန်တော်ချစ်တယ်', 'ချစ်'), ['ချစ်']);
});

test('marks that are letters are no accents', () => {
  assert.deepEqual(found('काम कम की', 'कम'), ['कम']);
  assert.deepEqual(found('काम कम की', 'काम'), ['काम']);
  assert.deepEqual(found('कमल का की', 'की'), ['की']);
  assert.deepEqual(found('காலை கல்', 'காலை', false), ['காலை']);
  assert.deepEqual(found('\u0995\u09c7\u09be', '\u0995\u09cb'), ['\u0995\u09c7\u09be']);
  assert.deepEqual(found('\u0958लम क\u093cलम कलम', 'कलम'), ['\u0958लम', 'क\u093cलम', 'कलम']);
  assert.deepEqual(found('ড', 'ড\u09bc'), []);
  assert.deepEqual(found('བོད་སྐད', 'སྐད'), ['སྐད']);
  assert.deepEqual(found('שָׁלוֹם مُحَمَّد', 'שלום'), ['שָׁלוֹם']);
  assert.deepEqual(found('שָׁלוֹם مُحَمَّد', 'محمد'), ['مُحَمَّد']);
});

test('what is not seen parts no word', () => {
  const text = 'die Zu\u00adsammen\u00adarbeit\u00ad so';
  assert.deepEqual(found(text, 'zusammenarbeit', false), ['Zu\u00adsammen\u00adarbeit']);
  assert.deepEqual(found('Zusammenarbeit', 'zu\u00adsammen\u00adarbeit', false), ['Zusammenarbeit']);
  for (const unseen of ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\ufe0e'])
    assert.deepEqual(found(`soft${unseen}ware`, 'software', false), [`soft${unseen}ware`]);
  assert.deepEqual(found('می\u200cخواهم', 'میخواهم', false), ['می\u200cخواهم']);
  assert.deepEqual(found('क्\u200dष क्ष', 'क्ष', false), ['क्\u200dष', 'क्ष']);
  assert.deepEqual(found('ประ\u200bชุม', 'ประชุม'), ['ประ\u200bชุม']);
  assert.deepEqual(found('ok 👩\u200d🚀 done', '🚀'), ['🚀']);
});

test('what is found within a character is the whole of it', () => {
  assert.deepEqual(found('Straße', 'stras'), ['Straß']);
  assert.deepEqual(found('e\u0301tat', 'e'), ['e\u0301']);
});

test('case, accents and widths do not matter, and places stay true', () => {
  assert.deepEqual(found('im Café, ＣＡＦＥ', 'cafe'), ['Café', 'ＣＡＦＥ']);
  assert.deepEqual(found('Straße 1', 'strasse'), ['Straße']);
  assert.deepEqual(found('ok 🎉 done', '🎉'), ['🎉']);
  assert.equal(fold('Ωμέγα').text, 'ωμεγα');
  assert.deepEqual([0, 1, 2].map(fold('ßa').from), [0, 0, 1]);
  assert.deepEqual([0, 1, 2].map(fold('ßa').to), [1, 1, 2]);
  assert.deepEqual([0, 1, 2].map(fold('Ab').from), [0, 1, 2]);
});

test('what is typed is never a pattern', () => {
  for (const typed of ['.', '.*', '[', '(', '\\', 'a|b', '$', '^a', '{1}'])
    assert.doesNotThrow(() => found('a|b (c) [d]', typed));
  assert.deepEqual(found('aXb', 'a.b'), []);
  assert.equal(patternOf([]), undefined);
});

test('a value is found by its keys and leaves, each by itself', () => {
  const value = { name: 'one\nneedle', list: [1, null, true, { deep: ['x'] }] };
  assert.deepEqual(textOfJson(value).split('\n'), ['name', 'list', 'one', 'needle', '1', 'deep', 'x']);
  assert.equal(textOfJson('alone'), 'alone');
  let nested: Json = 'bottom';
  for (let depth = 0; depth < 100_000; depth += 1) nested = [nested];
  assert.equal(textOfJson(nested), 'bottom');
});

test('a match over many texts is as many marks, and there are not too many of them', () => {
  const spans = [
    { start: 0, end: 2 },
    { start: 2, end: 7 },
    { start: 8, end: 9 },
  ];
  const starts = [0, 3, 5, 8]; // the second goes over three texts
  assert.deepEqual(
    [0, 1, 3, 4, 5].map((most) => markable(spans, starts, most).length),
    [0, 1, 1, 2, 3],
  );
  assert.deepEqual(markable([], [], 0), []);
});
