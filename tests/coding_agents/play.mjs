// Runs a coding agent on a scripted model in a home of its own, and prints, as JSON, where it left its recordings and
// what it printed.
//   node play.mjs claude|codex|gemini|qwen|opencode HOME
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { startModelServer } from './model_server.mjs';

const [program, home] = process.argv.slice(2);
const prompt = 'Count the lines of notes.txt.';
const command = { command: 'wc -l < notes.txt', description: 'Count the lines' };

const agents = {
  claude: (server) => ({
    call: { name: 'Bash', args: command },
    environment: {
      ANTHROPIC_BASE_URL: server,
      ANTHROPIC_API_KEY: 'none',
      IS_SANDBOX: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    arguments: ['-p', prompt, '--allowedTools', 'Bash', '--output-format', 'stream-json', '--verbose'],
    prepare: '@anthropic-ai/claude-code/install.cjs',
    recordings: '.claude/projects',
  }),
  codex: (server) => ({
    call: { name: 'exec_command', args: { cmd: command.command } },
    files: {
      '.codex/config.toml':
        'model = "scripted"\nmodel_provider = "scripted"\napproval_policy = "never"\n' +
        `[model_providers.scripted]\nname = "scripted"\nbase_url = "${server}/v1"\nwire_api = "responses"\n` +
        'env_key = "SCRIPTED_KEY"\n',
    },
    environment: { SCRIPTED_KEY: 'none' },
    arguments: ['exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', prompt],
    recordings: '.codex/sessions',
  }),
  gemini: (server) => ({
    call: { name: 'run_shell_command', args: command },
    files: {
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
      }),
    },
    environment: { GOOGLE_GEMINI_BASE_URL: server, GEMINI_API_KEY: 'none', GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    arguments: ['--yolo', '-m', 'gemini-2.5-flash', '-o', 'stream-json', '-p', prompt],
    recordings: '.gemini/tmp',
  }),
  qwen: (server) => ({
    call: { name: 'run_shell_command', args: { ...command, is_background: false } },
    environment: { OPENAI_BASE_URL: `${server}/v1`, OPENAI_API_KEY: 'none', OPENAI_MODEL: 'scripted' },
    arguments: ['--yolo', '--auth-type', 'openai', '-o', 'stream-json', '-p', prompt],
    recordings: '.qwen/projects',
  }),
  opencode: (server) => ({
    call: { name: 'bash', args: command },
    files: {
      '.config/opencode/opencode.json': JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        permission: 'allow',
        model: 'scripted/scripted',
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${server}/v1`, apiKey: 'none' },
            models: { scripted: { name: 'Scripted', limit: { context: 100000, output: 10000 } } },
          },
        },
      }),
    },
    environment: {},
    arguments: ['run', '--format', 'json', prompt],
    prepare: 'opencode-ai/postinstall.mjs',
    recordings: '.local/share/opencode/opencode.db',
  }),
};

const steps = [
  { thinking: 'I look.', text: 'I count them.', usage: { in: 101, out: 11 } },
  { text: 'There are two lines.', usage: { in: 102, out: 12 } },
];
const server = await startModelServer(prompt, steps);
const agent = agents[program](server.address);
steps[0].calls = [agent.call];

const folder = path.join(home, 'work');
fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(path.join(folder, 'notes.txt'), 'one\ntwo\n');
for (const [name, text] of Object.entries(agent.files ?? {})) {
  fs.mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
  fs.writeFileSync(path.join(home, name), text);
}
const packages = path.join(import.meta.dirname, 'node_modules');
if (agent.prepare) // puts the program in its place, as an installation with scripts would
  execFileSync(process.execPath, [path.join(packages, agent.prepare)], { stdio: 'ignore' });
const run = spawn(path.join(packages, '.bin', program), agent.arguments, {
  cwd: folder,
  env: { PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'UTC', HOME: home, ...agent.environment },
  stdio: ['ignore', 'pipe', 'inherit'],
  timeout: 240_000,
  killSignal: 'SIGKILL',
});
let printed = '';
run.stdout.setEncoding('utf8');
run.stdout.on('data', (text) => (printed += text));
const status = await new Promise((done) => run.on('close', done));
fs.writeFileSync(path.join(home, 'printed.jsonl'), printed);
process.stdout.write(
  JSON.stringify({
    status,
    recordings: path.join(home, agent.recordings),
    printed: path.join(home, 'printed.jsonl'),
  }) + '\n',
);
server.close();
process.exit(status === 0 ? 0 : 1);
