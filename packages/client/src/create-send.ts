import { incompleteListHeader, nextCursorHeader, toPath } from '@picksync/contracts';
import type { Call } from './calls.ts';
import { PicksyncError } from './picksync-error.ts';
import { startTimer } from './timer.ts';

export type WireInput = {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
};

export type CallOptions = {
  /** Ends the call, and the waiting between its tries. */
  signal?: AbortSignal | undefined;
  /** How long one try may take. */
  timeoutMs?: number;
  /** How often it is tried at most, where it may be repeated. */
  maxTries?: number;
  /** Of a call that takes one: the same key with the same body again changes nothing. Default: a new one for each call. */
  idempotencyKey?: string;
};

/** A wait before the next try, and what it is for. */
export type Waiting = { ms: number; error: PicksyncError };

export type ClientOptions = {
  /** The address of the installation, such as `https://picksync.example`; without TLS only this machine, because the key goes along. */
  url: string;
  /** An API key: `pks_…`. */
  key: string;
  /** How long one try may take. Default: 65 seconds, a little more than the API works on a call. */
  timeoutMs?: number;
  /** How often a call that may be repeated is tried at most. Default: 5. */
  maxTries?: number;
  /** The longest wait that is accepted; a reply that asks for more is an error at once. Default: 65 seconds. */
  maxWaitMs?: number;
  /** Called before each wait, to say so. */
  onWait?: (waiting: Waiting) => void;
  /**
   * Returns whether a reply has what its call promises; one that does not is an error of the code `unexpected_reply`. Default: any
   * object, or list of objects.
   */
  isReply?: (call: { method: string; path: string }, reply: unknown) => boolean;
  /** What sends the requests. Default: the `fetch` of the platform. */
  fetch?: typeof fetch;
};

/** A reply with what its headers say. `missing`: of a list that may lack items, how many it lacks. */
export type Answer = { reply: unknown; nextCursor: string | null; missing: number | 'unknown' };

export type Send = (call: Call, input: WireInput, options: CallOptions) => Promise<Answer>;

/** Returns a key that no other call has; nothing in Node 18 and in pages without https, where there is no `crypto`. */
function createKey(): string | undefined {
  return globalThis.crypto?.randomUUID?.();
}

const patienceMs = 65_000;
const firstPauseMs = 250;

/** Returns what sends calls with a key, and repeats them where that is safe. Failures are thrown as `PicksyncError`. */
export function createSend(client: ClientOptions): Send {
  const { maxWaitMs = patienceMs, onWait } = client;
  assertSafeAddress(client.url);
  return async (call, input, options) => {
    // The same in every try: the API then makes one thing of them all.
    const idempotencyKey = options.idempotencyKey ?? (call.idempotent ? createKey() : undefined);
    const once = { ...options, ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const maxTries = options.maxTries ?? client.maxTries ?? 5;
    const isSafe = call.programs === 'read' || idempotencyKey !== undefined;
    for (let tries = 1; ; tries += 1) {
      try {
        return await sendOnce(client, call, input, once);
      } catch (error) {
        if (!(error instanceof PicksyncError) || tries >= maxTries) throw error;
        const ms = findWait(error, tries, isSafe);
        if (ms === null || ms > maxWaitMs) throw error;
        onWait?.({ ms, error });
        await startTimer(ms, options.signal).ended;
      }
    }
  };
}

/** Throws where others could read the key on its way, and for what is no address. */
function assertSafeAddress(given: string): void {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError('`url` has to be the address of Picksync, such as https://picksync.example.');
  if (!isSafeAddress(url))
    throw new TypeError('`url` has to begin with https://, because others could read the key on its way.');
}

const local = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns whether a key may be sent to an address: with TLS, or to this machine. */
export function isSafeAddress({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && local.has(hostname));
}

/**
 * Returns how long to wait before a call is tried again, or null where it may not be. A call that was refused for being one too
 * many has done nothing. Any other failure leaves that open, so only calls that change nothing twice are repeated.
 */
function findWait(error: PicksyncError, tries: number, isSafe: boolean): number | null {
  const { status, retryAfterSeconds, code } = error;
  if (retryAfterSeconds !== undefined && (status === 429 || (status === 503 && isSafe)))
    return Math.max(0, retryAfterSeconds) * 1000 + Math.random() * firstPauseMs;
  const isLost = code === 'network_failed' || code === 'timed_out';
  return isLost && isSafe ? firstPauseMs * 2 ** tries * (0.5 + Math.random() / 2) : null;
}

async function sendOnce(client: ClientOptions, call: Call, input: WireInput, options: CallOptions) {
  const name = toName(call);
  const address = `${client.url.replace(/\/+$/, '')}${toPath(call, input)}`;
  const request = toRequest(client.key, call, input, options);
  const stop = new AbortController();
  const timer = startTimer(options.timeoutMs ?? client.timeoutMs ?? patienceMs, options.signal);
  timer.ended.then(
    () => stop.abort(),
    () => stop.abort(),
  );
  try {
    // Called without an object: some browsers refuse a `fetch` that is a member of another one.
    const send = client.fetch ?? fetch;
    const response = await send(address, { ...request, signal: stop.signal });
    return await readAnswer(response, call, client);
  } catch (problem) {
    if (problem instanceof PicksyncError) throw problem;
    // Whoever calls has ended it.
    if (options.signal?.aborted) throw options.signal.reason;
    throw stop.signal.aborted
      ? new PicksyncError({
          code: 'timed_out',
          message: 'No answer came in time.',
          call: name,
          cause: problem,
        })
      : new PicksyncError({
          code: 'network_failed',
          message: `${new URL(client.url).host} cannot be reached.`,
          call: name,
          cause: problem,
        });
  } finally {
    timer.stop();
  }
}

function toRequest(key: string, { method }: Call, { body }: WireInput, { idempotencyKey }: CallOptions) {
  return {
    method,
    // A key goes to the address that was named and to no other: a redirect is an answer, and an error.
    redirect: 'manual',
    credentials: 'omit',
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  } satisfies RequestInit;
}

async function readAnswer(
  response: Response,
  call: Call,
  { isReply = () => true }: Pick<ClientOptions, 'isReply'>,
): Promise<Answer> {
  const name = toName(call);
  const text = await readText(response);
  const reply = text === null ? undefined : parseJson(text);
  if (!response.ok) throw toError(response, reply, name);
  if (!canBeReply(reply, call)) throw toUnexpectedReply(response, name);
  if (!isReply(call, reply)) throw toUnknownReply(response, name);
  const missing = response.headers.get(incompleteListHeader);
  return {
    reply,
    nextCursor: response.headers.get(nextCursorHeader),
    missing: missing === 'unknown' ? missing : Number(missing ?? 0),
  };
}

/** Returns the method and path of a call, as errors name it. */
function toName({ method, path }: Call): string {
  return `${method} ${path}`;
}

/** Many times the longest reply of the API. */
const maxReplyBytes = 64 * 1024 * 1024;

/** Returns the text of a response; null when it is too long for a reply of the API, and the rest of it is not read. */
async function readText({ body }: Response): Promise<string | null> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.length;
    if (bytes > maxReplyBytes) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(read.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Returns whether a reply can be one of the API's: each is an object or a list, and a list holds objects. */
function canBeReply(reply: unknown, { paged, partial }: Call): boolean {
  if (!isObject(reply)) return false;
  return !(paged || partial) || (Array.isArray(reply) && reply.every(isObject));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toError(response: Response, reply: unknown, call: string): PicksyncError {
  if (!isErrorReply(reply)) return toUnexpectedReply(response, call);
  const { code, message, errors } = reply;
  const seconds = reply.retryAfterSeconds ?? Number(response.headers.get('retry-after') ?? Number.NaN);
  return new PicksyncError({
    code,
    message,
    call,
    status: response.status,
    errors,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
  });
}

type ErrorBody = {
  code: PicksyncError['code'];
  message: string;
  errors?: Record<string, string>;
  retryAfterSeconds?: number;
};

/** Returns whether a reply is one of the API's errors. A code that came after this version is let through. */
function isErrorReply(reply: unknown): reply is ErrorBody {
  if (!isObject(reply)) return false;
  const { code, message } = reply as Record<string, unknown>;
  return typeof code === 'string' && typeof message === 'string';
}

function toUnexpectedReply({ status, url, type }: Response, call: string): PicksyncError {
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400);
  const message = isRedirect
    ? `${url || 'The address'} leads to another address. Give the one where Picksync is.`
    : `${url || 'The address'} answered ${status}, and not as Picksync does. Is the address right?`;
  return new PicksyncError({ code: 'unexpected_reply', message, call, status });
}

function toUnknownReply({ status, url }: Response, call: string): PicksyncError {
  const message = `${url || 'The address'} did not answer as this version expects. Is the address right, and the installation up to date?`;
  return new PicksyncError({ code: 'unexpected_reply', message, call, status });
}
