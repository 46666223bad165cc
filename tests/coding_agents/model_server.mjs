// A model for coding agents, in each of the four protocols that they speak. It plays `steps`, one for each answer that
// the conversation has since the prompt with `cue` in it; to anything else, such as a request for a title, it says a
// few words of no meaning.
//   steps: [{thinking, text, calls: [{name, args}], usage: {in, out}}]
import http from 'node:http';
import zlib from 'node:zlib';

const textOf = (content) =>
  typeof content === 'string'
    ? content
    : (content ?? []).map((part) => part.text ?? '').join('\n');

/** Who said what: 'user', 'assistant' or 'tool'. */
const readers = {
  anthropic: (body) =>
    (body.messages ?? []).map(({ role, content }) => {
      const isResult = Array.isArray(content) && content.some((part) => part.type === 'tool_result');
      return { role: isResult ? 'tool' : role, text: textOf(content) };
    }),
  chat: (body) => (body.messages ?? []).map(({ role, content }) => ({ role, text: textOf(content) })),
  responses: (body) =>
    [body.input ?? []].flat().map((item) => ({
      role: /_output$/.test(item.type) ? 'tool' : (item.role ?? 'assistant'),
      text: textOf(item.content),
    })),
  gemini: (body) =>
    (body.contents ?? []).map(({ role, parts }) => {
      const isResult = (parts ?? []).some((part) => part.functionResponse);
      return { role: isResult ? 'tool' : role === 'model' ? 'assistant' : 'user', text: textOf(parts) };
    }),
};

function stepFor(said, cue, steps) {
  const begin = said.findLastIndex((one) => one.role === 'user' && one.text.includes(cue));
  if (begin < 0) return { text: 'Nothing.', usage: { in: 1, out: 1 } };
  const rest = said.slice(begin + 1);
  const answers = rest.filter((one, i) => one.role === 'assistant' && rest[i - 1]?.role !== 'assistant').length;
  return steps[Math.min(answers, steps.length - 1)];
}

let lastId = 0;
const newId = (kind) => `${kind}_${++lastId}`;

/** Each gives the whole answer and, for a stream, its events. */
const writers = {
  anthropic(step, model) {
    const content = [];
    if (step.thinking) content.push({ type: 'thinking', thinking: step.thinking, signature: 'c2ln' });
    if (step.text) content.push({ type: 'text', text: step.text });
    for (const { name, args } of step.calls ?? [])
      content.push({ type: 'tool_use', id: newId('toolu'), name, input: args });
    const stop_reason = step.calls ? 'tool_use' : 'end_turn';
    const usage = { input_tokens: step.usage.in, output_tokens: step.usage.out };
    const whole = { id: newId('msg'), type: 'message', role: 'assistant', model, content, stop_reason, usage };
    const events = [{ type: 'message_start', message: { ...whole, content: [], stop_reason: null } }];
    content.forEach((block, index) => {
      const [empty, deltas] = {
        thinking: () => [
          { thinking: '', signature: '' },
          [
            { type: 'thinking_delta', thinking: block.thinking },
            { type: 'signature_delta', signature: block.signature },
          ],
        ],
        text: () => [{ text: '' }, [{ type: 'text_delta', text: block.text }]],
        tool_use: () => [
          { input: {} },
          [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }],
        ],
      }[block.type]();
      events.push({ type: 'content_block_start', index, content_block: { ...block, ...empty } });
      for (const delta of deltas) events.push({ type: 'content_block_delta', index, delta });
      events.push({ type: 'content_block_stop', index });
    });
    events.push({ type: 'message_delta', delta: { stop_reason }, usage }, { type: 'message_stop' });
    return { whole, events };
  },
  responses(step, model) {
    const output = [];
    if (step.thinking)
      output.push({ id: newId('rs'), type: 'reasoning', summary: [{ type: 'summary_text', text: step.thinking }] });
    if (step.text)
      output.push({
        id: newId('msg'),
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: step.text, annotations: [] }],
      });
    for (const { name, args } of step.calls ?? [])
      output.push({
        id: newId('fc'),
        type: 'function_call',
        status: 'completed',
        call_id: newId('call'),
        name,
        arguments: JSON.stringify(args),
      });
    const { in: input_tokens, out: output_tokens } = step.usage;
    const usage = {
      input_tokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input_tokens + output_tokens,
    };
    const whole = { id: newId('resp'), object: 'response', created_at: 0, model, status: 'completed', output, usage };
    const events = [
      { type: 'response.created', response: { ...whole, status: 'in_progress', output: [], usage: null } },
      ...output.flatMap((item, output_index) => [
        { type: 'response.output_item.added', output_index, item },
        { type: 'response.output_item.done', output_index, item },
      ]),
      { type: 'response.completed', response: whole },
    ];
    return { whole, events };
  },
  chat(step, model) {
    const tool_calls = (step.calls ?? []).map(({ name, args }, index) => ({
      index,
      id: newId('call'),
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    }));
    const message = {
      role: 'assistant',
      content: step.text ?? null,
      ...(step.thinking ? { reasoning_content: step.thinking } : {}),
      ...(tool_calls.length ? { tool_calls } : {}),
    };
    const finish_reason = tool_calls.length ? 'tool_calls' : 'stop';
    const usage = {
      prompt_tokens: step.usage.in,
      completion_tokens: step.usage.out,
      total_tokens: step.usage.in + step.usage.out,
    };
    const of = (object, choices, more = {}) => ({ id: newId('chat'), object, created: 0, model, choices, ...more });
    const chunk = (delta, reason = null) =>
      of('chat.completion.chunk', [{ index: 0, delta, finish_reason: reason }]);
    const whole = of('chat.completion', [{ index: 0, message, finish_reason }], { usage });
    const events = [
      chunk(message),
      chunk({}, finish_reason),
      of('chat.completion.chunk', [], { usage }),
      '[DONE]',
    ];
    return { whole, events };
  },
  gemini(step, model) {
    const parts = [];
    if (step.thinking) parts.push({ text: step.thinking, thought: true });
    if (step.text) parts.push({ text: step.text });
    for (const { name, args } of step.calls ?? []) parts.push({ functionCall: { name, args } });
    const whole = {
      candidates: [{ content: { role: 'model', parts }, index: 0, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: step.usage.in,
        candidatesTokenCount: step.usage.out,
        totalTokenCount: step.usage.in + step.usage.out,
      },
      modelVersion: model,
    };
    return { whole, events: [whole] };
  },
};

function protocolOf(path) {
  if (/\/messages$/.test(path)) return 'anthropic';
  if (/\/responses$/.test(path)) return 'responses';
  if (/chat\/completions$/.test(path)) return 'chat';
  return /generatecontent$/i.test(path) ? 'gemini' : null;
}

async function bodyOf(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const text = request.headers['content-encoding'] === 'gzip' ? zlib.gunzipSync(bytes) : bytes;
  try {
    return JSON.parse(text.toString());
  } catch {
    return {};
  }
}

/** Gemini CLI asks which model to take, and who speaks next, in JSON of its own. */
const asJson = (step) => ({
  ...step,
  calls: undefined,
  text: JSON.stringify({ reasoning: 'none', next_speaker: 'user', model_choice: 'flash', complexity_score: 1 }),
});

export async function startModelServer(cue, steps) {
  const server = http.createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const protocol = request.method === 'POST' ? protocolOf(pathname) : null;
    const body = await bodyOf(request);
    if (!protocol) {
      const isCount = /count_?tokens/i.test(pathname);
      response.statusCode = isCount || /\/models/.test(pathname) ? 200 : 404;
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify(isCount ? { input_tokens: 1, totalTokens: 1 } : { object: 'list', data: [] }));
    }
    const model = body.model ?? pathname.match(/models\/([^:]+)/)?.[1] ?? 'model';
    const isInJson = body.generationConfig?.responseMimeType === 'application/json';
    const step = isInJson
      ? asJson({ usage: { in: 1, out: 1 } })
      : stepFor(readers[protocol](body), cue, steps);
    const { whole, events } = writers[protocol](step, model);
    if (!(body.stream || /stream/i.test(pathname))) {
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify(whole));
    }
    response.setHeader('content-type', 'text/event-stream');
    for (const event of events) {
      if (event.type) response.write(`event: ${event.type}\n`);
      response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
    }
    response.end();
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
