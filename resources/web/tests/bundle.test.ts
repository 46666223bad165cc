import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import english from '../src/transcript/words.en.json';

let out = '';
before(() => {
  out = mkdtempSync(join(tmpdir(), 'quarterdeck-page-'));
  const run = spawnSync(process.execPath, ['build.mjs', 'bundle', out], { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
});
after(() => rmSync(out, { recursive: true, force: true }));

const read = (name: string): string => readFileSync(join(out, name), 'utf8');

test('nothing in the page makes code of text, or asks the network', () => {
  const bundle = read('transcript.js');
  for (const forbidden of [
    /\bnew Function\b/,
    /\bFunction\s*\(/,
    /(?<![.\w$])eval\s*\(/,
    /\bimportScripts\b/,
    /\bXMLHttpRequest\b/,
    /(?<![.\w$])fetch\s*\((?!\)\{)/,
    /\bWebSocket\b/,
    /\bEventSource\b/,
    /sendBeacon/,
    /getElementById/,
    /document\.write/,
  ]) {
    assert.equal(forbidden.exec(bundle)?.[0], undefined);
  }
});

test('mermaid is in the diagram page only', () => {
  assert.ok(read('transcript.js').length < 900_000);
  assert.ok(read('diagram.js').length > 1_000_000);
});

test('the style names only fonts that are there', () => {
  const style = read('style.css');
  const fonts = [...style.matchAll(/url\(([^)]*)\)/g)]
    .map((match) => match[1].replace(/["']/g, ''))
    .filter((address) => address !== '');
  assert.ok(fonts.length >= 20);
  const there = new Set(readdirSync(join(out, 'fonts')).map((name) => `./fonts/${name}`));
  for (const font of fonts) assert.ok(there.has(font), font);
  assert.doesNotMatch(style, /@import|:has\(|@container|color-mix/);
});

const policy =
  "default-src 'none'; script-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' blob:; media-src 'self'; font-src 'self'; connect-src 'none'; base-uri 'none'; form-action 'none'";
for (const page of ['index.html', 'diagram.html']) {
  test(`${page} begins with the policy and has no script`, () => {
    const html = readFileSync(page, 'utf8');
    assert.match(
      html,
      /^<!doctype html>\n<html lang="en" data-theme="light">\n<head>\n<meta http-equiv="Content-Security-Policy"/,
    );
    assert.ok(html.includes(`content="${policy}"`));
    assert.doesNotMatch(html, /<script|\son\w+=|https?:/);
  });
}

test('every text is used, and has its places in order', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join('src', name), 'utf8'))
    .join('\n');
  for (const [key, text] of Object.entries(english)) {
    assert.ok(sources.includes(`'${key}'`), `unused: ${key}`);
    const places = [...new Set([...text.matchAll(/%(\d)/g)].map((match) => Number(match[1])))].sort();
    assert.deepEqual(
      places,
      places.map((_, index) => index + 1),
      key,
    );
  }
});
