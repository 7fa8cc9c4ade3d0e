import { request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The standard `fetch`, as far as it is used here. */
export type Fetch = (
  url: string,
  init: {
    method: string;
    headers?: Record<string, string>;
    body?: string;
    redirect: 'manual';
    signal: AbortSignal;
  },
) => Promise<{
  status: number;
  /** Names are in small letters. */
  headers: { get: (name: string) => string | null };
  body: AsyncIterable<Uint8Array> | null;
}>;

/** A host that does not take a connection within this time is not waited for. */
const connectTimeoutMs = 10_000;

/**
 * Sends one request and returns its reply, as the standard `fetch` does, of which it takes less than half the time and the
 * memory. No redirect is followed.
 */
export const sendRequest: Fetch = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const isSecure = url.startsWith('https:');
    const send = isSecure ? requestByHttps : requestByHttp;
    const request = send(url, { method, signal, headers: { ...headers, 'accept-encoding': 'gzip' } });
    request.on('error', reject);
    request.on('socket', (socket) => {
      if (!socket.connecting) return;
      const giveUp = setTimeout(() => request.destroy(new ConnectTimeout()), connectTimeoutMs);
      const stop = () => clearTimeout(giveUp);
      socket.once(isSecure ? 'secureConnect' : 'connect', stop);
      request.once('close', stop);
    });
    request.on('response', (reply) => {
      const get = (name: string) => reply.headers[name]?.toString() ?? null;
      const body = get('content-encoding') === 'gzip' ? unzip(reply) : reply;
      resolve({ status: reply.statusCode ?? 0, headers: { get }, body });
    });
    request.end(body);
  });

class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout';
  readonly code = 'CONNECT_TIMEOUT';
}

/** The one who reads hears of an error of either stream. */
function unzip(zipped: Readable): Readable {
  return pipeline(zipped, createGunzip(), () => {});
}

/** Returns whether a status is that of a success. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}
