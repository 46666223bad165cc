// Bundles the page and runs its tests; called by CMake and by "npm run".
//   node build.mjs bundle [OUT]   src/NAME/main.ts -> OUT/NAME.js; style/index.css -> OUT/style.css with KaTeX' style and fonts in OUT/fonts
//   node build.mjs test [OUT]     tests/**/*.test.ts, compiled into OUT and run by node:test
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));

function filesBelow(folder, ending) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path, ending);
      return path.endsWith(ending) ? [path] : [];
    })
    .sort();
}

// Chromium 102 is what Qt 6.4 brings. The bundles are injected as scripts, so each is one closed function.
async function bundle(out) {
  const entries = filesBelow(join(here, 'src'), '/main.ts');
  await build({
    absWorkingDir: here,
    entryPoints: entries.map((path) => ({ in: path, out: relative(join(here, 'src'), dirname(path)) })),
    outdir: out,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'chrome102',
    charset: 'utf8',
    minify: true,
    legalComments: 'inline',
    logLevel: 'warning',
  });
  await bundleStyle(out);
}

// One style sheet. Of KaTeX' fonts only the format that Chromium takes is kept; the others leave an empty address in its list.
async function bundleStyle(out) {
  await build({
    absWorkingDir: here,
    entryPoints: [{ in: 'style/index.css', out: 'style' }],
    outdir: out,
    bundle: true,
    target: 'chrome102',
    charset: 'utf8',
    minify: true,
    legalComments: 'inline',
    loader: { '.woff2': 'file', '.woff': 'empty', '.ttf': 'empty' },
    assetNames: 'fonts/[name]',
    logLevel: 'warning',
  });
}

async function test(out) {
  const sources = filesBelow(join(here, 'tests'), '.test.ts');
  if (sources.length === 0) throw new Error('no tests found in resources/web/tests');
  rmSync(out, { recursive: true, force: true });
  await build({
    absWorkingDir: here,
    entryPoints: sources,
    outbase: join(here, 'tests'),
    outdir: out,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node18',
    sourcemap: 'inline',
    logLevel: 'warning',
    // What is bundled from CommonJS may still ask for node's own modules.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  // File by file, since what a folder means to "node --test" differs between versions.
  const run = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...filesBelow(out, '.test.mjs')], {
    cwd: here,
    stdio: 'inherit',
  });
  process.exitCode = run.status ?? 1;
}

const [mode, out = mode === 'test' ? '../../build/web-tests' : '../../build/web'] = process.argv.slice(2);
const tasks = { bundle, test };
if (!(mode in tasks)) throw new Error('usage: node build.mjs bundle|test [OUT]');
await tasks[mode](resolve(here, out));
