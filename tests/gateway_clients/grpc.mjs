// Calls over gRPC as they should not be, by gRPC's own library. Prints the status of each.
//   node grpc.mjs HOST:PORT
import grpc from '@grpc/grpc-js';

const traces = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
const client = new grpc.Client(process.argv[2], grpc.credentials.createInsecure(), {
  'grpc.max_send_message_length': -1,
});
const same = (bytes) => bytes;

function call(path, message, fields = {}) {
  const metadata = new grpc.Metadata();
  for (const [name, value] of Object.entries(fields)) metadata.set(name, value);
  return new Promise((done) =>
    client.makeUnaryRequest(path, same, same, message, metadata, (error, reply) =>
      done({ code: error?.code ?? 0, details: error?.details ?? '', bytes: reply?.length ?? -1 }),
    ),
  );
}
const print = (what) => process.stdout.write(JSON.stringify(what) + '\n');

print(await call('/opentelemetry.proto.collector.trace.v1.TraceService/Import', Buffer.alloc(0)));
print(await call('/helloworld.Greeter/SayHello', Buffer.from('hello')));
print(await call(traces, Buffer.from('no protobuf at all')));
print(await call(traces, Buffer.alloc((20 << 20) + 1)));
print(await call(traces, Buffer.alloc(0), { authorization: 'Bearer wrong' }));
print(await call('/opentelemetry.proto.collector.metrics.v1.MetricsService/Export', Buffer.alloc(0)));
const many = await Promise.all(Array.from({ length: 100 }, () => call(traces, Buffer.alloc(0))));
print(many.filter((one) => one.code === 0).length);
client.close();
