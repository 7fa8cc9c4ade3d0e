import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLogger } from './create-logger.ts';
import { currentTrace, currentTraceparent, inTrace, startTrace } from './trace.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test.each([
  `00-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-00`,
  `cc-${traceId}-${spanId}-01-what-comes`,
])('a step goes on with the trace of %s', (traceparent) => {
  const trace = startTrace(traceparent);
  expect(trace).toMatchObject({ traceId, parentId: spanId });
  expect(trace.spanId).toMatch(/^[0-9a-f]{16}$/);
  expect(trace.spanId).not.toBe(spanId);
});

test.each([
  undefined,
  '',
  traceId,
  `ff-${traceId}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}-01-${'x'.repeat(200)}`,
  `00-${traceId}-${spanId}-01\n{"level":30}`,
  [`00-${traceId}-${spanId}-01`],
])('a step begins a trace of its own where %s is given', (traceparent) => {
  const trace = startTrace(traceparent);
  expect(trace.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(trace).toMatchObject({ parentId: undefined });
  expect(trace.traceId).not.toBe(traceId);
});

test('everything that a step leads to is in its trace, and says so in the log', async () => {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = createLogger({ process: 'sync-worker', level: 'info', destination });
  const trace = startTrace(`00-${traceId}-${spanId}-01`);
  await inTrace(trace, async () => {
    await turn();
    log.info({ job: 1 }, 'inside');
    expect(currentTraceparent()).toBe(`00-${traceId}-${trace.spanId}-01`);
  });
  log.info('outside');
  expect(currentTrace()).toBeUndefined();
  expect(currentTraceparent()).toBeUndefined();
  expect(lines).toMatchObject([
    { msg: 'inside', process: 'sync-worker', trace: traceId, job: 1 },
    { msg: 'outside', process: 'sync-worker' },
  ]);
  expect(lines[1]).not.toHaveProperty('trace');
});
