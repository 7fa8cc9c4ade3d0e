import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startTrace } from './trace.ts';
import { openTracing } from './tracing.ts';

test('the steps of a trace reach a collector with the ids of the log', async () => {
  const bodies: string[] = [];
  const collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    bodies.push(`${request.url} ${Buffer.concat(chunks).toString()}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void collector.close());
  await once(collector, 'listening');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const tracing = await openTracing({ endpoint, process: 'api', version: '1.2.3' });
  const request = startTrace();
  const job = startTrace(`00-${request.traceId}-${request.spanId}-01`);
  tracing.record({ name: 'GET /a', kind: 'server', trace: request, durationMs: 5, isError: false });
  tracing.record({ name: 'send-mail', kind: 'consumer', trace: job, durationMs: 7, isError: true });
  await tracing.close();
  const [path, text] = [bodies.join().split(' ', 1)[0], bodies.join()];
  expect(path).toBe('/v1/traces');
  const [{ scopeSpans, resource }] = JSON.parse(text.slice(text.indexOf('{'))).resourceSpans;
  expect(JSON.stringify(resource)).toContain('picksync-api');
  expect(scopeSpans[0].spans).toMatchObject([
    { name: 'GET /a', traceId: request.traceId, spanId: request.spanId },
    { name: 'send-mail', traceId: request.traceId, spanId: job.spanId, parentSpanId: request.spanId },
  ]);
});

test('nothing is exported without a collector', async () => {
  const tracing = await openTracing({ endpoint: undefined, process: 'api', version: '1.2.3' });
  tracing.record({ name: 'a', kind: 'server', trace: startTrace(), durationMs: 1, isError: false });
  await expect(tracing.close()).resolves.toBeUndefined();
});
