import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedSize, drawnSize, withoutDeclaration } from '../src/diagram/picture';

test('a drawing tells its size by its root, its viewBox, or not at all', () => {
  const cases: [string, number, number][] = [
    ['<svg width="20" height="10"/>', 20, 10],
    ["<svg\nheight = '10px'\twidth='1in'>", 96, 10],
    ['<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://a" viewBox="0 0 30 60" width="10">', 10, 20],
    ['<svg viewBox="0,0,30,60" height="30">', 15, 30],
    ['<svg width="100%" height="100%" viewBox="-5 -5 40 30">', 40, 30],
    ['<svg data-a=">" width="20" height="10">', 20, 10],
    ['<svg stroke-width="3" line-height="4">', 300, 150],
    ['<svg width="-1" height="0" viewBox="0 0 0 0">', 300, 150],
    ['<svg width="NaN" height="1e9">', 300, 150],
    ['<svg>', 300, 150],
    ['', 300, 150],
  ];
  for (const [svg, width, height] of cases) assert.deepEqual(askedSize(svg), { width, height }, svg);
  assert.equal(askedSize(`<svg ${'a '.repeat(500_000)} width="1" height="1">`).width, 300); // too long a head
});

test('it gets enough pixels to be looked at, and no more', () => {
  assert.deepEqual(drawnSize({ width: 24, height: 24 }), { width: 72, height: 72 });
  assert.deepEqual(drawnSize({ width: 1e9, height: 1 }), { width: 4_000, height: 1 });
  assert.deepEqual(drawnSize({ width: 1e-9, height: 1e9 }), { width: 1, height: 4_000 });
  const { width, height } = drawnSize({ width: 1e9, height: 1e9 });
  assert.ok(width === 2_000 && height === 2_000);
});

test('a declared encoding is left out', () => {
  assert.equal(withoutDeclaration('\ufeff\n<?xml version="1.0" encoding="x"?><svg/>'), '<svg/>');
  assert.equal(withoutDeclaration('<svg/><?xml ?>'), '<svg/><?xml ?>');
});
