// A program as AgentScope Studio's are, by Socket.IO's own library. It asks four times: while it is connected; while it
// is away, which it is until a line comes in; behind a connection that broke; and around a restart of the server. Each
// answer is said again, as such programs do.
//   node studio.mjs URL polling|upgrade|websocket
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { io } from 'socket.io-client';

const [url, way] = process.argv.slice(2);
const run = 'run 1';
const say = (message) => process.stdout.write(JSON.stringify(message) + '\n');
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function post(route, body) {
  const answer = await fetch(`${url}/trpc/${route}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    throw new Error(`${route}: ${answer.status}`);
  }
}

const ask = (requestId) =>
  post('requestUserInput', { requestId, runId: run, agentId: 'a', agentName: 'Human', structuredInput: null });

await post('registerRun', {
  id: run,
  project: 'p',
  name: 'n',
  timestamp: '2026-01-01 00:00:00.000',
  pid: 1,
  status: 'running',
  run_dir: '',
});
const socket = io(`${url}/python`, {
  auth: { run_id: run },
  transports: { polling: ['polling'], upgrade: ['polling', 'websocket'], websocket: ['websocket'] }[way],
  reconnectionDelay: 50,
  reconnectionDelayMax: 200,
});
const heard = new Map();
socket.on('forwardUserInput', (id, blocks, structured) => {
  const text = blocks.map((block) => block.text).join('');
  post('pushMessage', {
    runId: run,
    replyId: `r${id}`,
    replyName: 'Human',
    replyRole: 'user',
    msg: { id: `echo ${id}`, name: 'Human', role: 'user', content: blocks },
  }).then(() => {
    say({ heard: id, text, structured });
    heard.get(id)?.();
  });
});
const answered = (id) => new Promise((done) => heard.set(id, done));

await once(socket, 'connect');
const { engine } = socket.io;
if (way === 'upgrade' && engine.transport.name === 'polling') {
  await once(engine, 'upgrade');
}
say({ connected: engine.transport.name });

let answer = answered('q1');
await ask('q1');
await answer;

socket.disconnect();
answer = answered('q2');
await ask('q2');
say({ away: true });
await lines.next();
socket.connect();
await answer;

answer = answered('q3');
const again = once(socket, 'connect');
socket.io.engine.close();
await again;
await ask('q3');
await answer;

answer = answered('q4');
await ask('q4');
say({ waiting: true });
await answer;
socket.disconnect();
process.exit(0);
