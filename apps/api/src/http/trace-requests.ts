import { inTrace, startTrace, type Trace } from '@picksync/process';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const traces = new WeakMap<FastifyRequest['raw'], Trace>();

/** Returns the trace of a request, for lines that are written when its work is over. */
export function getTrace({ raw }: Pick<FastifyRequest, 'raw'>): Trace | undefined {
  return traces.get(raw);
}

/** Runs each request as a step of the trace that its `traceparent` names, or of a new one. Add it first. */
export function traceRequests(app: FastifyInstance): void {
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
}
