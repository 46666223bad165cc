import assert from 'node:assert/strict';
import test from 'node:test';
import type { ToolResultBlock, ToolUseBlock } from '../src/transcript/contract';
import { argumentsLine, pairTools } from '../src/transcript/tool_calls';
import { ToolResults } from '../src/transcript/tool_results';

const use = (id: string, name: string): ToolUseBlock => ({ type: 'tool_use', id, name, input: {} });
const result = (id: string, output: string): ToolResultBlock => ({ type: 'tool_result', id, name: 'x', output });

test('results find their calls by id, whatever the order', () => {
  const calls = pairTools([use('1', 'a'), use('2', 'b'), result('2', 'second'), result('1', 'first'), result('9', 'alone')]);
  assert.deepEqual(calls.map((call) => [call.name, call.result?.output]), [['a', 'first'], ['b', 'second'], ['x', 'alone']]);
});

test('two calls with the same id get one result each', () => {
  const calls = pairTools([use('', 'a'), use('', 'b'), result('', '1'), result('', '2')]);
  assert.deepEqual(calls.map((call) => call.result?.output), ['1', '2']);
});

test('arguments in one line', () => {
  assert.equal(argumentsLine({ path: 'src/a.ts' }), 'src/a.ts');
  assert.equal(argumentsLine({ command: 'npm test\n  -- merge', cwd: '.' }), 'npm test -- merge');
  assert.equal(argumentsLine({ a: 1, b: [2] }), 'a: 1, b: [2]');
  assert.equal(argumentsLine(null), '');
  assert.equal(argumentsLine({}), '');
});

test('a call shows the first result after it, whichever is drawn first', () => {
  const results = new ToolResults();
  const shown: Record<number, string> = {};
  const expect = (seq: number): void => results.expect(seq, 'c1', (one) => { shown[seq] = one.output; });
  expect(1);
  results.tell(12, result('c1', 'second'));
  expect(10);
  assert.deepEqual(shown, { 1: 'second', 10: 'second' });
  results.tell(3, result('c1', 'first'));
  assert.deepEqual(shown, { 1: 'first', 10: 'second' });
  expect(20);
  assert.deepEqual(Object.keys(shown), ['1', '10']);
});

test('results without an id belong to no call, and none outlives its channel', () => {
  const results = new ToolResults();
  let count = 0;
  results.tell(2, result('', 'a'));
  results.expect(1, '', () => { count += 1; });
  results.tell(2, result('c', 'a'));
  results.clear();
  results.expect(1, 'c', () => { count += 1; });
  assert.equal(count, 0);
});
