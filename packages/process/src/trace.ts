import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What belongs together, from a click or a callback through the queue to the calls of Smartsheet (W3C Trace Context). */
export type Trace = {
  traceId: string;
  /** Of the step that runs now. */
  spanId: string;
  /** Of the step that led to it; undefined where the trace begins. */
  parentId: string | undefined;
};

/** Which trace the code runs in follows from who has called it, so it is no part of a context. */
const storage = new AsyncLocalStorage<Trace>();

/** Any version but the one that is reserved; a later one may add parts behind those that are known. */
const header = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-|$)/;
const longest = 128;

/** Returns a step of the trace that a `traceparent` names; of a new one where it names none, or is not valid. */
export function startTrace(traceparent?: unknown): Trace {
  const given = typeof traceparent === 'string' && traceparent.length <= longest && header.exec(traceparent);
  const [, traceId = newId(16), parentId] = given || [];
  return { traceId, spanId: newId(8), parentId };
}

/** Returns the `traceparent` of what the present step leads to; undefined outside of every trace. */
export function currentTraceparent(): string | undefined {
  const trace = storage.getStore();
  return trace && `00-${trace.traceId}-${trace.spanId}-01`;
}

/** Returns the trace that the calling code runs in. */
export function currentTrace(): Trace | undefined {
  return storage.getStore();
}

/** Runs work, and everything that it leads to, as a step of a trace. */
export function inTrace<T>(trace: Trace, work: () => T): T {
  return storage.run(trace, work);
}

/** Node keeps random bytes ready for these, and asks the system for others each time. */
function newId(bytes: 8 | 16): string {
  return randomUUID()
    .replaceAll('-', '')
    .slice(-2 * bytes);
}
