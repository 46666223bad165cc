// A client of MCP, by the official library, that asks the person and prints what comes, a line of JSON each.
//   node client.mjs http URL TOKEN | stdio PROGRAM ARGUMENT...
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const say = (message) => process.stdout.write(JSON.stringify(message) + '\n');

function transportTo([kind, target, ...rest]) {
  if (kind === 'stdio') {
    return new StdioClientTransport({ command: target, args: rest, env: process.env, stderr: 'inherit' });
  }
  return new StreamableHTTPClientTransport(new URL(target), {
    requestInit: { headers: { Authorization: `Bearer ${rest[0]}` } },
  });
}

const client = new Client({ name: 'sdk-client', version: '1.0' });
await client.connect(transportTo(process.argv.slice(2)));
await client.ping();
const { tools } = await client.listTools();
say({ server: client.getServerVersion().name, tools: tools.map((tool) => tool.name) });

// The library checks each result by the tool's schema.
async function ask(args) {
  const heard = [];
  const result = await client.callTool({ name: 'ask_human', arguments: args }, undefined, {
    timeout: 120_000,
    onprogress: (progress) => {
      heard.push(progress.progress);
      if (heard.length === 1) {
        say({ waiting: args.question });
      }
    },
  });
  say({ answer: result.structuredContent, progress: heard.length, isError: result.isError ?? false });
}

await ask({ question: 'one', options: ['yes', 'no'] });
await ask({ question: 'two', schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } });

const wrong = await client.callTool({ name: 'ask_human', arguments: { question: '' } });
say({ isError: wrong.isError });

const cancelled = new AbortController();
const asking = client.callTool({ name: 'ask_human', arguments: { question: 'three' } }, undefined, {
  signal: cancelled.signal,
  onprogress: () => {
    cancelled.abort('no longer');
  },
});
await asking.catch((error) => say({ cancelled: String(error.message ?? error) }));

const told = await client.callTool({ name: 'notify_human', arguments: { text: 'done', level: 'info' } });
say({ told: typeof told.structuredContent.message_id });
await client.close();
