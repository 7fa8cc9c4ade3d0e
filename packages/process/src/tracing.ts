import { inTrace, startTrace, type Trace } from './trace.ts';

/** One step of a trace that is over. */
type EndedStep = {
  /** What was done, without an id: the path of an endpoint, a queue, an operation. */
  name: string;
  kind: 'server' | 'consumer' | 'client';
  trace: Trace;
  durationMs: number;
  isError: boolean;
};

export type Tracing = {
  /** Exports a step that is over. */
  record: (step: EndedStep) => void;
  /** Sends what was not sent yet. */
  close: () => Promise<void>;
};

const noTracing: Tracing = { record: () => {}, close: async () => {} };

type Options = {
  /** Where a collector takes OTLP by HTTP; undefined: nothing is exported, and nothing loaded. */
  endpoint: string | undefined;
  process: 'api' | 'sync-worker';
  version: string;
};

/** Opens what exports the steps of traces to a collector of OpenTelemetry. */
export async function openTracing({ endpoint, process, version }: Options): Promise<Tracing> {
  if (endpoint === undefined) return noTracing;
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const next = { traceId: '', spanId: '' };
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `picksync-${process}`, 'service.version': version }),
    // The ids are those of the log.
    idGenerator: { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId },
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) }),
    ],
  });
  const tracer = provider.getTracer('picksync');
  const kinds = {
    server: api.SpanKind.SERVER,
    consumer: api.SpanKind.CONSUMER,
    client: api.SpanKind.CLIENT,
  };
  return {
    record: ({ name, kind, trace: { traceId, spanId, parentId }, durationMs, isError }) => {
      Object.assign(next, { traceId, spanId });
      const parent = parentId && { traceId, spanId: parentId, traceFlags: api.TraceFlags.SAMPLED };
      const context = parent
        ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parent, isRemote: true })
        : api.ROOT_CONTEXT;
      const endTime = Date.now();
      const span = tracer.startSpan(name, { kind: kinds[kind], startTime: endTime - durationMs }, context);
      if (isError) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end(endTime);
    },
    close: () => provider.shutdown().catch(() => {}),
  };
}

/** Returns what runs each job in the trace that its payload names, or in a new one. */
export function traceJobs(tracing: Tracing) {
  return async <T>(
    { queue: name, traceparent }: { queue: string; traceparent?: string | undefined },
    run: () => Promise<T>,
  ): Promise<T> => {
    const trace = startTrace(traceparent);
    const beganAt = performance.now();
    const record = (isError: boolean) =>
      tracing.record({ name, kind: 'consumer', trace, durationMs: performance.now() - beganAt, isError });
    return inTrace(trace, async () => {
      try {
        const result = await run();
        record(false);
        return result;
      } catch (error) {
        record(true);
        throw error;
      }
    });
  };
}
