import { AsyncLocalStorage } from 'node:async_hooks';
import type { PaymentProviderName } from '../../base/payments/payment-provider.ts';
import { ProviderError, type ProviderErrorKind } from './provider-error.ts';

/** What an SDK asks axios to send, as far as it matters here. */
type AxiosRequest = {
  url?: string | undefined;
  method?: string | undefined;
  params?: Record<string, unknown> | undefined;
  headers?: unknown;
  data?: unknown;
  auth?: { username: string; password: string } | undefined;
};

export type ProviderRequest = {
  method: string;
  /** Path and query, such as `/v1/payment_links?count=1`. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
  timeoutMs?: number;
};

const maxAnswerBytes = 2 * 1024 * 1024;

/**
 * Creates the transport for all calls to one provider, including those of its SDK. It sets the host, enforces the time
 * limit and classifies failures: the SDKs have no time-outs, a fixed host each, and errors that hide what happened.
 */
export function createTransport(settings: {
  provider: PaymentProviderName;
  base: string;
  timeoutMs: number;
}) {
  const { provider, base } = settings;
  /** The call that is being made, and how its last request failed, which the SDKs do not pass on. */
  const calls = new AsyncLocalStorage<{ call: string; failure?: ProviderError }>();

  async function exchange(
    request: ProviderRequest,
  ): Promise<{ status: number; headers: Headers; text: string }> {
    const current = calls.getStore() ?? { call: 'call' };
    delete current.failure;
    const fail = (error: ProviderError): never => {
      current.failure = error;
      throw error;
    };
    const about = { provider, call: current.call };
    const signal = AbortSignal.timeout(request.timeoutMs ?? settings.timeoutMs);
    const { method, path, headers = {}, body } = request;
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        headers,
        signal,
        redirect: 'manual',
        ...(body === undefined ? {} : { body }),
      });
      const text = await readText(response, maxAnswerBytes);
      const { status, headers: answered } = response;
      const error = answerError({ ...about, status, headers: answered, text });
      return error ? fail(error) : { status, headers: answered, text };
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      return fail(
        new ProviderError({
          ...about,
          kind: 'retry',
          code: signal.aborted ? 'TIMEOUT' : getErrorCode(error),
        }),
      );
    }
  }

  /** Runs a call of the SDK, or several. Whatever it throws becomes a `ProviderError`; an answer that the SDK refuses is `unknown`. */
  async function run<T>(call: string, work: () => Promise<T>): Promise<T> {
    const current: { call: string; failure?: ProviderError } = { call };
    try {
      return await calls.run(current, work);
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      throw current.failure ?? new ProviderError({ provider, call, kind: 'unknown' });
    }
  }

  return {
    run,
    /** Sends a request that the SDK has no method for. Returns the JSON of the answer; undefined when it is empty. */
    send: (call: string, request: ProviderRequest): Promise<unknown> =>
      run(call, async () => {
        const { text } = await exchange(request);
        return text === '' ? undefined : JSON.parse(text);
      }),
    /** The adapter for the axios inside an SDK. */
    async adapter(config: AxiosRequest) {
      const { status, headers, text } = await exchange(toRequest(config));
      return {
        data: text,
        status,
        statusText: '',
        headers: Object.fromEntries(headers),
        config,
        request: null,
      };
    },
  };
}

/** Repeats a call once when its failure may pass by itself. Only for calls that may be made twice. */
export async function repeatOnce<T>(work: () => Promise<T>, { evenAfterTimeout = false } = {}): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'retry' || error.status === 429) throw error;
    if (error.code === 'TIMEOUT' && !evenAfterTimeout) throw error;
    return await work();
  }
}

/** Returns the result of a call; null when the provider does not know what it is about. */
export async function nullIfGone<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'gone') return null;
    throw error;
  }
}

/** The host that an SDK has chosen is left out. */
function toRequest(config: AxiosRequest): ProviderRequest {
  const { url = '/', method = 'GET', params, headers, data, auth } = config;
  const { pathname, searchParams } = new URL(url, 'https://host.invalid');
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value !== undefined && value !== null) searchParams.set(name, String(value));
  }
  const query = searchParams.size > 0 ? `?${searchParams}` : '';
  const basic = auth && Buffer.from(`${auth.username}:${auth.password}`).toString('base64');
  return {
    method: method.toUpperCase(),
    path: `${pathname}${query}`,
    headers: { ...toHeaders(headers), ...(basic ? { authorization: `Basic ${basic}` } : {}) },
    ...(typeof data === 'string' ? { body: data } : {}),
  };
}

function toHeaders(headers: unknown): Record<string, string> {
  const entries = Object.entries({ ...(headers as object | undefined) });
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts.map(([name, value]) => [name.toLowerCase(), value]));
}

/** Returns the body of an answer. Throws when it is longer than `maxBytes`. */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw Object.assign(new Error('too long'), { code: 'TOO_LONG' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Returns the system's code for a network failure, such as `ECONNREFUSED`. */
function getErrorCode(error: unknown): string | undefined {
  const { cause, code } = error as { cause?: { code?: unknown }; code?: unknown };
  const found = cause?.code ?? code;
  return typeof found === 'string' ? found : undefined;
}

/** Returns whether a browser may be sent to an address to pay: https, or http for a stand-in. */
export function isPayUrl(url: string | undefined, apiBase: string): url is string {
  if (url === undefined || !URL.canParse(url)) return false;
  const { protocol } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && apiBase.startsWith('http:'));
}

type Answer = { provider: PaymentProviderName; call: string; status: number; headers: Headers; text: string };

/** Returns the error of a reply: by its status, or because it is not JSON. Null when there is none. */
function answerError({ provider, call, status, headers, text }: Answer): ProviderError | null {
  const isFine = status >= 200 && status < 300;
  const value = parseJson(text);
  // Some calls answer with nothing.
  if (isFine && (text === '' || value !== undefined)) return null;
  const kind = isFine ? 'retry' : getKind(status, value);
  const code = isFine ? 'NOT_JSON' : getCode(value);
  const retryAfterSeconds = kind === 'retry' ? retryAfter(headers) : undefined;
  return new ProviderError({ provider, call, kind, status, code, retryAfterSeconds });
}

function getKind(status: number, body: unknown): ProviderErrorKind {
  if (status === 408 || status === 425 || status === 429 || status >= 500) return 'retry';
  if (status === 401 || status === 403) return 'credentials';
  if (status === 404 || isRazorpayUnknownId(body)) return 'gone';
  return status >= 400 ? 'refused' : 'unknown';
}

/** Matches the 400 with which Razorpay answers an unknown or malformed id. */
const unknownId =
  /^the (requested )?(id|payment link)[\w ]* (does|do) not exist|is not a valid id$|^invalid input \[(id|strippedId)\]/i;

function isRazorpayUnknownId(body: unknown): boolean {
  const { description } = readInner(body, 'error');
  return typeof description === 'string' && unknownId.test(description);
}

/** The code for a link whose `reference_id` exists already. */
export const referenceExists = 'REFERENCE_EXISTS';
const repeatedReference = /reference[_ ]id.*already (exists|attempted)/i;

/**
 * Returns the code of an error: PayPal sends `{ name, details: [{ issue }] }`, its token call `{ error }`, and Razorpay
 * `{ error: { code, reason } }`, where a reason that is none is null or "NA". What Razorpay says in words alone gets a code
 * of ours.
 */
function getCode(body: unknown): string | undefined {
  const { name, details, error } = readInner({ body }, 'body');
  const issue = Array.isArray(details) ? readInner({ first: details[0] }, 'first').issue : undefined;
  const { reason, code, description } = readInner(body, 'error');
  const isRepeated = typeof description === 'string' && repeatedReference.test(description);
  return [isRepeated && referenceExists, issue, name, reason, code, error].find(
    (found): found is string => typeof found === 'string' && found !== 'NA',
  );
}

function readInner(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {};
  const found = (value as Record<string, unknown>)[name];
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
}

/** Returns what a JSON text says; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const maxRetryAfterSeconds = 60 * 60;

/** Returns the seconds of `Retry-After`. A date is compared with the provider's own clock. */
function retryAfter(headers: Headers): number | undefined {
  const header = headers.get('retry-after');
  if (header === null) return undefined;
  const told = Date.parse(headers.get('date') ?? '');
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - told) / 1000;
  return Number.isFinite(seconds)
    ? Math.min(Math.max(Math.ceil(seconds), 0), maxRetryAfterSeconds)
    : undefined;
}
