import {
  type EndpointDefinition,
  type Input,
  incompleteListHeader,
  nextCursorHeader,
  type Reply,
  toPath,
} from '@picksync/contracts';
import { storedToken } from '../stores/session-storage.ts';
import { askForStepUp } from '../stores/step-up.ts';
import { ApiError, getError, isStepUpMissing, networkError, timeoutError } from './api-error.ts';

/** `showsFailure`: whether the handler shows the failure; usually the caller does. */
type FailedCall = { endpoint: Pick<EndpointDefinition, 'method' | 'path'>; showsFailure: boolean };
type FailureHandler = (error: ApiError, failed: FailedCall) => void;

let handler: FailureHandler | null = null;

/** Registers the one global handler, which is called for every failed call; null removes it. */
export function handleFailures(next: FailureHandler | null): void {
  handler = next;
}

const reportFailure: FailureHandler = (error, failed) => handler?.(error, failed);

const defaultTimeoutMs = 30_000;

export type CallOptions = {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Whether the global handler shows a failure; usually the caller does. */
  showsFailure?: boolean;
  /** Identifies the request, so that it is safe to send it again after a reply was lost. */
  idempotencyKey?: string;
};

/**
 * A reply, and the cursor of the page after it if the call is paged and there is one. `incompleteOf` is there for a list
 * that lacks items: how many there are, null when that is not known.
 */
export type Page<R> = {
  reply: R;
  nextCursor: string | null;
  incompleteOf?: number | null;
};

/** The input of any endpoint; its own types are checked by `Input`. */
type WireInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

function toRequest(
  method: string,
  { body }: WireInput,
  { signal, idempotencyKey }: { signal: AbortSignal; idempotencyKey: string | undefined },
): RequestInit {
  const token = storedToken();
  return {
    method,
    signal,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

async function send(endpoint: EndpointDefinition, input: WireInput, options: CallOptions) {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const { idempotencyKey } = options;
  try {
    const request = toRequest(endpoint.method, input, { signal, idempotencyKey });
    const response = await fetch(toPath(endpoint, input), request);
    if (!response.ok) throw await getError(response);
    const { headers } = response;
    const incomplete = headers.get(incompleteListHeader);
    return {
      reply: await response.json(),
      nextCursor: headers.get(nextCursorHeader),
      ...(incomplete !== null && { incompleteOf: incomplete === 'unknown' ? null : Number(incomplete) }),
    };
  } catch (problem) {
    // The caller aborted: that is not a failure to report.
    if (problem instanceof ApiError || options.signal?.aborted) throw problem;
    throw timeout.aborted ? timeoutError(problem) : networkError(problem);
  }
}

/**
 * Sends the call; when the server requires a step-up, asks for it and sends the call again. Without a step-up it throws the
 * refusal.
 */
async function sendWithStepUp(endpoint: EndpointDefinition, input: WireInput, options: CallOptions) {
  try {
    return await send(endpoint, input, options);
  } catch (problem) {
    if (!isStepUpMissing(problem) || !(await askForStepUp())) throw problem;
    return send(endpoint, input, options);
  }
}

/** Calls an endpoint and returns its reply with the cursor of the next page. Failures are ApiErrors. */
export async function callPage<E extends EndpointDefinition>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Page<Reply<E>>> {
  try {
    return await sendWithStepUp(endpoint, input, options);
  } catch (problem) {
    if (problem instanceof ApiError) {
      const showsFailure = options.showsFailure === true && !isStepUpMissing(problem);
      reportFailure(problem, { endpoint, showsFailure });
    }
    throw problem;
  }
}

/** Calls an endpoint and returns its reply. Failures are ApiErrors; the global handler is called for each. */
export async function call<E extends EndpointDefinition>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  return (await callPage(endpoint, input, options)).reply;
}
