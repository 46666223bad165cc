import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { diagramCap, handedOverCap } from '../src/transcript/safety/caps';
import { requestSize } from '../src/transcript/window/plan';

test('the program takes as much as the page hands over', () => {
  const header = readFileSync('../../ui/transcript/transcript_bridge.h', 'utf8');
  const limit = (name: string): number =>
    Number(new RegExp(`\\b${name} = ([\\d']+);`).exec(header)?.[1].replaceAll("'", ''));
  assert.equal(limit('longestText'), handedOverCap);
  assert.equal(limit('longestDiagram'), diagramCap);
  assert.equal(limit('maxRowsPerRequest'), requestSize);
});
