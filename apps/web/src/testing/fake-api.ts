import { vi } from 'vitest';

type Answer = { status?: number; statusText?: string; body?: unknown; headers?: Record<string, string> };
export type ReceivedCall = {
  path: string;
  headers: Headers;
  body: unknown;
  credentials: RequestCredentials | undefined;
  /** Aborted when the page no longer waits for the answer. */
  signal: AbortSignal | null | undefined;
};
/** `unreachable`: the network is gone. `silent`: no answer ever comes. */
type Handler =
  | Answer
  | 'unreachable'
  | 'silent'
  | ((call: ReceivedCall) => Answer | 'unreachable' | 'silent' | Promise<Answer>);

function readJson(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : undefined;
}

/** What ends the silence of calls that are not aborted yet. */
const silent = new Set<() => void>();

function silence(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_resolve, reject) => {
    const abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort);
    silent.add(() => signal?.removeEventListener('abort', abort));
  });
}

/** Lets calls that were never answered not end by their time limit either: it would come in the middle of another test. */
export function forgetSilent(): void {
  for (const forget of silent) forget();
  silent.clear();
}

function toResponse({ status = 200, statusText = '', body, headers = {} }: Answer): Response {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body ?? {}), {
    status,
    statusText,
    headers,
  });
}

/**
 * Stands where the network begins and answers by `METHOD /path`. What is not listed answers 404. Returns what was
 * received, so that a test can tell what went over the wire.
 */
export function fakeApi(handlers: Record<string, Handler>) {
  const received: Record<string, ReceivedCall[]> = {};
  const answer = async (input: string, init: RequestInit): Promise<Response> => {
    const [path = ''] = input.split('?');
    const name = `${init.method} ${path}`;
    const { credentials, body, headers, signal } = init;
    const call = { path: input, headers: new Headers(headers), body: readJson(body), credentials, signal };
    received[name] = [...(received[name] ?? []), call];
    const handler = handlers[name] ?? { status: 404, body: { code: 'not_found', message: 'Not there' } };
    const reply = typeof handler === 'function' ? await handler(call) : handler;
    init.signal?.throwIfAborted();
    if (reply === 'unreachable') throw new TypeError('fetch failed');
    return reply === 'silent' ? silence(init.signal) : toResponse(reply);
  };
  vi.stubGlobal('fetch', answer);
  return {
    handlers,
    /** The calls received for `METHOD /path`, oldest first. */
    received: (name: string): readonly ReceivedCall[] => received[name] ?? [],
  };
}
