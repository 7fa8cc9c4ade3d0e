import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
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
  /** Takes a name in lower case. */
  headers: { get: (name: string) => string | null };
  body: AsyncIterable<Uint8Array> | null;
}>;

/** How long a connection may take to open, TLS handshake included. */
const connectTimeoutMs = 10_000;

/**
 * Sends one request and returns its reply like the standard `fetch`, in less than half of its processor time. Follows no
 * redirect. A DELETE has no body: Node would send it without a length.
 */
export const sendRequest: Fetch = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const isSecure = url.startsWith('https:');
    const send = isSecure ? httpsRequest : httpRequest;
    const request = send(url, { method, signal, headers: { ...headers, 'accept-encoding': 'gzip' } });
    request.on('error', reject);
    request.on('socket', (socket) => {
      if (!socket.connecting) return;
      const timer = setTimeout(() => request.destroy(new ConnectTimeout()), connectTimeoutMs);
      const stop = () => clearTimeout(timer);
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

/** Unpacks a body. An error of either stream reaches whoever reads it. */
function unzip(zipped: Readable): Readable {
  return pipeline(zipped, createGunzip(), () => {});
}

/** Returns whether a status is that of a success. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}
