import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { receiverOf, type Receivers } from '../src/transcript/bridge';
import * as tables from '../src/transcript/page_calls';

let out = '';
before(() => {
  out = mkdtempSync(join(tmpdir(), 'quarterdeck-calls-'));
  const run = spawnSync(process.execPath, ['page_calls.mjs', out], { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
});
after(() => rmSync(out, { recursive: true, force: true }));

const read = (name: string): string => readFileSync(join(out, name), 'utf8');

// Each is one more way into the program: whoever adds one says so here, too.
test('the calls are these, and those that act for the person', () => {
  assert.deepEqual(Object.keys(tables.reports), [
    'ready',
    'requestRows',
    'visibleRange',
    'lineAtTop',
    'noLineAtTop',
    'rail',
    'painted',
    'drawing',
    'drawAgain',
    'savePageState',
    'pictureInSight',
    'renderDiagram',
    'foundBeyond',
    'foundPlace',
  ]);
  assert.deepEqual(Object.keys(tables.acts), [
    'choose',
    'answer',
    'openLink',
    'openImage',
    'copyImage',
    'saveMedia',
    'usePicture',
    'choosePictures',
    'copyText',
    'openDiagram',
    'copyRange',
    'action',
    'menu',
    'rowMenu',
  ]);
});

test('what concerns a row bears the generation of its rows', () => {
  const without = Object.entries({ ...tables.reports, ...tables.acts })
    .filter(([, fields]) => !('generation' in fields))
    .map(([name]) => name);
  assert.deepEqual(without, [
    'ready',
    'rail',
    'savePageState',
    'pictureInSight',
    'renderDiagram',
    'openLink',
    'usePicture',
    'copyText',
    'openDiagram',
    'menu',
  ]);
});

test('the program has a value for each call, word and limit', () => {
  const header = read('page_calls.h');
  for (const line of [
    'inline constexpr int longestText = 1000000;',
    'enum class PictureAction { Once, Open, Copy, Save };',
    '    {QLatin1StringView("words"), AnswerKind::OptionWithWords},',
    '#include "ui/images/remote_images.h"',
  ])
    assert.ok(header.includes(`${line}\n`), line);
  assert.ok(!header.includes('enum class RemoteImagePolicy')); // declared there
  assert.ok(
    header.includes(`struct SaveMedia
{
    static constexpr QLatin1StringView wireName{"saveMedia"};
    static constexpr bool isAct = true;
    int generation{};
    conversation::EventSeq seq{};
    QString hash{};
};
`),
  );
  for (const name of [...Object.keys(tables.reports), ...Object.keys(tables.acts)])
    assert.ok(new RegExp(`using PageCall = .*calls::${name}[,>]`, 'i').test(header), name);
  for (const name of Object.keys(tables.messages))
    assert.ok(new RegExp(`using PageMessage = .*messages::${name}[,>]`, 'i').test(header), name);
});

test('each field is read with its check, and a later one after that which it depends on', () => {
  assert.ok(
    read('page_calls_json.h').includes(`inline void read(CallFields& from, calls::FoundPlace& to)
{
    to.generation = from.take(QLatin1StringView("generation"), check::WholeNumber<int>{0, 2147483647});
    to.ordinal = from.take(QLatin1StringView("ordinal"), check::NumberOf<conversation::Ordinal>{0, 9007199254740992});
    to.place = from.take(QLatin1StringView("place"), check::WholeNumber<int>{0, 2147483647});
    to.count = from.take(QLatin1StringView("count"), check::WholeNumber<int>{to.place, 2147483647});
}
`),
  );
});

test('each message reaches its receiver, and no other name does', () => {
  const got: unknown[] = [];
  const note =
    (name: string) =>
    (value: unknown): void => {
      got.push([name, value]);
    };
  const receivers = { rows: note('rows'), extent: note('extent') } as unknown as Receivers;
  const receive = receiverOf(receivers);
  receive('part', '{"rows"');
  receive('extent', '{"total":3}');
  receive('rows', ':[]}');
  receive('toString', '{}');
  receive('unknown', '{}');
  assert.deepEqual(got, [
    ['extent', { total: 3 }],
    ['rows', { rows: [] }],
  ]);
});
