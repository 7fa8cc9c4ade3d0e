import { inTrace, startTrace, type Trace, type Tracing } from '@picksync/process';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getEndpoint } from './serve.ts';

const traces = new WeakMap<FastifyRequest['raw'], Trace>();

/** Returns the trace of a request, for lines that are written when its work is over. */
export function getTrace({ raw }: Pick<FastifyRequest, 'raw'>): Trace | undefined {
  return traces.get(raw);
}

/** Runs each request as a step of the trace that its `traceparent` names, or of a new one. Add it first. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const trace = startTrace(raw.headers.traceparent);
    traces.set(raw, trace);
    inTrace(trace, done);
  });
  // A body arrives by events of its connection, which are in no trace.
  app.addHook('preValidation', ({ raw }, _reply, done) => {
    const trace = traces.get(raw);
    if (trace) inTrace(trace, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const [trace, endpoint] = [getTrace(request), getEndpoint(request.routeOptions)];
    // Files and unknown addresses lead to nothing.
    if (trace && endpoint) {
      const { statusCode, elapsedTime: durationMs } = reply;
      const name = `${endpoint.method} ${endpoint.path}`;
      tracing.record({ name, kind: 'server', trace, durationMs, isError: statusCode >= 500 });
    }
    done();
  });
}
