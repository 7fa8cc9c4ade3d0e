import { inTrace, startTrace, type Trace, type Tracing } from '@picksync/process';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getEndpoint } from './serve.ts';

/** A property: a weak map with an entry for each request keeps the garbage collector busy. */
type Traced = FastifyRequest & { trace?: Trace | null };

/** Returns the trace of a request, for lines that are written when its work is over. */
export function getTrace({ trace }: Traced): Trace | undefined {
  return trace ?? undefined;
}

/** Runs each request as a step of the trace that its `traceparent` names, or of a new one. Add it first. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('trace', null);
  app.addHook('onRequest', (request: Traced, _reply, done) => {
    const trace = startTrace(request.headers.traceparent);
    request.trace = trace;
    inTrace(trace, done);
  });
  // A body arrives by events of its connection, which are in no trace.
  app.addHook('preValidation', (request, _reply, done) => {
    const trace = getTrace(request);
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
