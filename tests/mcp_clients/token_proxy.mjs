// Stands before a server of MCP and adds the token, which the suite of the specification cannot send.
//   node token_proxy.mjs TARGET_PORT TOKEN         prints the port on which it listens
import { createServer, request } from 'node:http';

const [port, token] = process.argv.slice(2);

const proxy = createServer((incoming, answer) => {
  const passed = request(
    {
      host: '127.0.0.1',
      port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, authorization: `Bearer ${token}` },
    },
    (given) => {
      answer.writeHead(given.statusCode, given.headers);
      given.pipe(answer);
    },
  );
  passed.on('error', () => answer.destroy());
  answer.on('close', () => passed.destroy());
  incoming.pipe(passed);
});
proxy.listen(0, '127.0.0.1', () => console.log(proxy.address().port));
