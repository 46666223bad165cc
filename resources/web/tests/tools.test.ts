import assert from 'node:assert/strict';
import test from 'node:test';
import type { ToolResultBlock, ToolUseBlock } from '../src/transcript/contract';
import { argumentsLine, pairTools, resultText } from '../src/transcript/tool_calls';
import { ToolResults } from '../src/transcript/tool_results';

const use = (id: string, name: string): ToolUseBlock => ({ type: 'tool_use', id, name, input: {} });
const result = (id: string, output: string): ToolResultBlock => ({ type: 'tool_result', id, name: 'x', output });

test('results find their calls by id, whatever the order', () => {
  const calls = pairTools([
    use('1', 'a'),
    use('2', 'b'),
    result('2', 'second'),
    result('1', 'first'),
    result('9', 'alone'),
  ]);
  assert.deepEqual(
    calls.map((call) => [call.name, call.result?.output]),
    [
      ['a', 'first'],
      ['b', 'second'],
      ['x', 'alone'],
    ],
  );
});

test('two calls with the same id get one result each', () => {
  const calls = pairTools([use('', 'a'), use('', 'b'), result('', '1'), result('', '2')]);
  assert.deepEqual(
    calls.map((call) => call.result?.output),
    ['1', '2'],
  );
});

test('arguments in one line', () => {
  assert.equal(argumentsLine({ path: 'src/a.ts' }), 'src/a.ts');
  assert.equal(argumentsLine({ command: 'npm test\n  -- merge', cwd: '.' }), 'npm test -- merge');
  assert.equal(argumentsLine({ content: 'all of it', path: 'notes/plan.md' }), 'notes/plan.md');
  assert.equal(argumentsLine({ a: 1, b: [2] }), 'a: 1, b: [2]');
  assert.equal(argumentsLine(null), '');
  assert.equal(argumentsLine({}), '');
});

const at = (seq: number): { seq: number; ordinal: number } => ({ seq, ordinal: seq - 1 });
const nothing = (): void => undefined;

test('a call shows the first result after it, whichever is drawn first', () => {
  const results = new ToolResults();
  const shown: Record<number, string> = {};
  const expect = (seq: number): void =>
    results.expect(at(seq), use('c1', 'a'), (one, where) => {
      shown[seq] = `${one.output} ${where.ordinal}`;
    });
  expect(1);
  results.tell(at(12), result('c1', 'second'), nothing);
  expect(10);
  assert.deepEqual(shown, { 1: 'second 11', 10: 'second 11' });
  results.tell(at(3), result('c1', 'first'), nothing);
  assert.deepEqual(shown, { 1: 'first 2', 10: 'second 11' });
  expect(20);
  assert.deepEqual(Object.keys(shown), ['1', '10']);
});

test('a message that left the page is shown nothing more, and goes on being what others find', () => {
  const results = new ToolResults();
  const shown: string[] = [];
  const expect = (seq: number): void =>
    results.expect(at(seq), use('c1', 'a'), (one) => shown.push(`${seq} ${one.output}`));
  expect(1);
  results.leave(1);
  results.tell(at(12), result('c1', 'late'), (call) => shown.push(`12 ${call.name}`));
  assert.deepEqual(shown, ['12 a']);
  expect(1);
  assert.ok(shown.includes('1 late'));
});

test('an id that is used over and over costs no more than some hundred messages', () => {
  const results = new ToolResults();
  let shown = 0;
  for (let i = 0; i < 20_000; i += 1) {
    results.expect(at(2 * i + 1), use('call_0', 'a'), () => {
      shown += 1;
    });
    results.tell(at(2 * i + 2), result('call_0', 'x'), nothing);
    results.leave(2 * i + 1);
  }
  assert.equal(shown, 20_000);
  assert.ok(results.size <= 800, String(results.size));
});

test('a result says of which call it is: the last one before it', () => {
  const results = new ToolResults();
  const said: Record<number, string> = {};
  const tell = (seq: number): void =>
    results.tell(at(seq), result('c1', 'x'), (call, where) => {
      said[seq] = `${call.name} ${where.ordinal}`;
    });
  tell(3);
  assert.deepEqual(said, {});
  results.expect(at(1), use('c1', 'read'), nothing);
  assert.deepEqual(said, { 3: 'read 0' });
  tell(12);
  results.expect(at(10), use('c1', 'write'), nothing);
  assert.deepEqual(said, { 3: 'read 0', 12: 'write 9' });
  results.expect(at(11), use('other', 'write'), nothing);
  assert.deepEqual(said, { 3: 'read 0', 12: 'write 9' });
});

test('results without an id belong to no call, and none outlives its channel', () => {
  const results = new ToolResults();
  let count = 0;
  const counted = (): void => {
    count += 1;
  };
  results.tell(at(2), result('', 'a'), counted);
  results.expect(at(1), use('', 'a'), counted);
  results.tell(at(2), result('c', 'a'), counted);
  results.clear();
  results.expect(at(1), use('c', 'a'), counted);
  assert.equal(count, 0);
});

test('the words of a result with pictures are those of its texts', () => {
  const seen: ToolResultBlock = {
    ...result('1', ''),
    parts: [
      { type: 'text', text: 'a' },
      { type: 'image', hash: 'f'.repeat(64), mediaType: 'image/png', name: '' },
      { type: 'unknown', value: { b: 1 } },
      { type: 'text', text: 'c' },
    ],
  };
  assert.equal(resultText(seen), 'a\nc');
  assert.equal(resultText(result('1', 'd')), 'd');
});

test('a call is told when its result came', () => {
  const results = new ToolResults();
  let time: number | undefined;
  results.expect({ ...at(1), time: 1_000 }, use('c', 'a'), (_result, where) => {
    time = where.time;
  });
  results.tell({ ...at(2), time: 4_500 }, result('c', 'x'), nothing);
  assert.equal(time, 4_500);
});
