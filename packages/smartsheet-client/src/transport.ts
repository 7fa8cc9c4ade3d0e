import type * as z from 'zod';
import { type ReadBody, readJsonBody } from './body.ts';
import { isErrorEnvelope, toNoReplyError, toReplyError } from './errors.classify.ts';
import { SmartsheetError } from './errors.ts';
import type { SmartsheetCall, SmartsheetOperation } from './operations.ts';
import { type Fetch, isSuccess, sendRequest } from './send-request.ts';
import { isTimeLimit, type TimeLimits, watchTime } from './time-limits.ts';

/** One try of one call. */
export type Attempt = TimeLimits & {
  operation: SmartsheetOperation;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  attempt: number;
  /** For successes; refusals are always short JSON. */
  readBody: ReadBody;
  signal?: AbortSignal | undefined;
  /** What sends it, in tests. */
  fetch?: Fetch | undefined;
  now: () => Date;
  beforeCall?: (() => void) | undefined;
  onCall?: ((call: SmartsheetCall) => void) | undefined;
};

/** Returns the header that tells Smartsheet, and the administrators of its customers, who calls. */
export function sourceHeader(integrationSource: string | undefined): Record<string, string> {
  return integrationSource === undefined ? {} : { 'smartsheet-integration-source': integrationSource };
}

/** Makes one try: sends, waits for the answer within its time limits, reads it. Throws SmartsheetError. */
export async function attemptCall<Reply>(attempt: Attempt, schema: z.ZodType<Reply>): Promise<Reply> {
  const { operation, method } = attempt;
  const isWrite = method !== 'GET';
  const { status, retryAfterMs, body } = await exchange(attempt);
  if (!isSuccess(status)) throw toReplyError({ operation, isWrite, status, body, retryAfterMs });

  const outcome = isWrite ? 'unknown' : undefined;
  // A success that is no JSON was written by something in between, e.g. a sign-in page of a network.
  if (body === undefined) {
    throw new SmartsheetError({
      class: 'retry',
      reason: 'bad_reply',
      operation,
      status,
      outcome,
      detail: 'no JSON',
    });
  }
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  if (isErrorEnvelope(body)) throw toReplyError({ operation, isWrite, status, body, retryAfterMs });
  const detail = `unexpected ${read.error.issues[0]?.path.join('.') || 'shape'}`;
  throw new SmartsheetError({ class: 'bug', reason: 'bad_reply', operation, status, outcome, detail });
}

async function exchange(attempt: Attempt) {
  const { operation, method, url, headers, body, signal, now, fetch: send = sendRequest } = attempt;
  attempt.beforeCall?.();
  const startedAt = now().getTime();
  const time = watchTime(attempt);
  let status: number | undefined;
  try {
    signal?.throwIfAborted();
    time.listen();
    const reply = await send(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal: signal === undefined ? time.signal : AbortSignal.any([time.signal, signal]),
      ...(body === undefined ? {} : { body }),
    });
    const readBody = isSuccess(reply.status) ? attempt.readBody : readJsonBody;
    const answer = await readBody({ body: time.readPieces(reply.body) });
    status = reply.status;
    return { status, body: answer, retryAfterMs: retryAfterMs(reply.headers.get('retry-after'), now) };
  } catch (error) {
    const isOverTime = isTimeLimit(signal);
    if (signal?.aborted && !isOverTime) throw signal.reason;
    const timedOut = isOverTime || time.signal.aborted;
    throw toNoReplyError({ operation, isWrite: method !== 'GET', timedOut, error });
  } finally {
    time.stop();
    const durationMs = now().getTime() - startedAt;
    attempt.onCall?.({ operation, status, durationMs, attempt: attempt.attempt });
  }
}

/** An account is never left alone for longer than this on the word of one header. */
const maxRetryAfterMs = 10 * 60_000;

/** Retry-After as seconds or as a date (RFC 9110, 10.2.3). Smartsheet is not known to send it; proxies do. */
function retryAfterMs(header: string | null, now: () => Date): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now().getTime();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), maxRetryAfterMs);
}
