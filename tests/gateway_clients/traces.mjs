// A traced agent, by OpenTelemetry's own library: two calls of a model, of which the second repeats the first, and a
// tool between them that fails. Prints what became of the export.
//   node traces.mjs URL json|protobuf|grpc none|gzip CONVERSATION
import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';

const [url, format, compression, conversation] = process.argv.slice(2);
const Exporter = { json: JsonExporter, protobuf: ProtobufExporter, grpc: GrpcExporter }[format];
const exporter = new Exporter({ url, compression });
const send = exporter.export.bind(exporter);
exporter.export = (spans, done) =>
  send(spans, (result) => {
    process.stdout.write(JSON.stringify({ code: result.code, error: result.error?.message ?? null }) + '\n');
    done(result);
  });
const provider = new BasicTracerProvider({
  resource: resourceFromAttributes({ 'service.name': 'weather' }),
  spanProcessors: [new BatchSpanProcessor(exporter)],
});
const tracer = provider.getTracer('test');

const said = (role, ...parts) => ({ role, parts });
const text = (content) => ({ type: 'text', content });
const prompt = [said('user', text('Is it raining in 北京?'))];
const call = said('assistant', { type: 'tool_call', id: 'call 1', name: 'weather', arguments: { city: '北京' } });
const result = said('tool', { type: 'tool_call_response', id: 'call 1', response: 'no answer' });

function chat(within, input, output, tokens) {
  const span = tracer.startSpan(
    'chat m-1',
    {
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'm-1',
        'gen_ai.conversation.id': conversation,
        'gen_ai.input.messages': JSON.stringify(input),
        'gen_ai.output.messages': JSON.stringify([output]),
        'gen_ai.usage.input_tokens': tokens,
        'gen_ai.usage.output_tokens': 7,
      },
    },
    within,
  );
  span.end();
}

const agent = tracer.startSpan('invoke_agent Forecaster', {
  attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'Forecaster' },
});
const within = trace.setSpan(context.active(), agent);
chat(within, prompt, call, 100);
const tool = tracer.startSpan(
  'execute_tool weather',
  {
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'weather' },
  },
  within,
);
tool.setStatus({ code: SpanStatusCode.ERROR, message: 'the service is down' });
tool.end();
chat(within, [...prompt, call, result], said('assistant', text('I cannot tell.')), 120);
agent.end();
await provider.shutdown();
