import assert from 'node:assert/strict';
import test from 'node:test';
import type { ToolResultBlock, ToolUseBlock } from '../src/transcript/contract';
import { argumentsLine, pairTools } from '../src/transcript/tool_calls';

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
