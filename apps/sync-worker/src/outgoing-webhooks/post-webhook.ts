import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { promisify } from 'node:util';
import type { DeliveryFailure } from '@picksync/contracts';
import { isPublicAddress, type Targets, targetProblem } from '@picksync/process';

export type Post = {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
};

/** `failure` is null when the receiver took it. */
export type PostResult = { responseStatus: number | null; failure: DeliveryFailure | null };

export type PostWebhook = (post: Post) => Promise<PostResult>;

export type ResolveName = (hostname: string, options: LookupOptions) => Promise<LookupAddress[]>;

const defaultTimeoutMs = 10_000;

/** How much of a response body is read before the connection is closed. None of it is kept. */
const maxAnswerBytes = 64 * 1024;
const maxHeaderBytes = 16 * 1024;

const systemResolve: ResolveName = (hostname, options) =>
  promisify(systemLookup)(hostname, { ...options, all: true });

class AddressRefusedError extends Error {}

/**
 * Returns a function that posts to the address of an outgoing webhook. The addresses behind its name are looked up for
 * each post and all have to be public; the connection goes to a checked address, so a name that changes in between
 * gains nothing. Redirects are not followed. Rejects only when `signal` is aborted.
 */
export function createPostWebhook({
  targets,
  resolve = systemResolve,
  timeoutMs = defaultTimeoutMs,
}: {
  targets: Targets;
  resolve?: ResolveName;
  timeoutMs?: number;
}): PostWebhook {
  const lookup = checkedLookup({ targets, resolve });
  return async ({ url, headers, body, signal }) => {
    const problem = targetProblem(url, targets);
    if (problem) return { responseStatus: null, failure: `${problem.kind}_refused` };
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await exchange(url, {
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        body,
        lookup,
        signal: AbortSignal.any([signal, timeout]),
      });
      return { responseStatus: answer, failure: toStatusFailure(answer) };
    } catch (error) {
      signal.throwIfAborted();
      return { responseStatus: null, failure: timeout.aborted ? 'timeout' : toFailure(error) };
    }
  };
}

type Lookup = NonNullable<http.RequestOptions['lookup']>;

/** Looks names up for a connection, and refuses one that leads anywhere that is not public. */
function checkedLookup({ targets, resolve }: { targets: Targets; resolve: ResolveName }): Lookup {
  return (hostname, options, callback) => {
    resolve(hostname, options).then(
      (addresses) => {
        const isAllowed =
          targets === 'anywhere' || addresses.every(({ address }) => isPublicAddress(address));
        const [first] = addresses;
        if (!first || !isAllowed) callback(new AddressRefusedError(), []);
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}

type Exchange = Pick<Post, 'headers' | 'body' | 'signal'> & { lookup: Lookup };

/** Sends one request on a connection of its own. Returns the status of the response. */
function exchange(url: string, { headers, body, lookup, signal }: Exchange): Promise<number> {
  const { request } = url.startsWith('https:') ? https : http;
  const settings = { method: 'POST', headers, lookup, signal, agent: false, maxHeaderSize: maxHeaderBytes };
  return new Promise((resolve, reject) => {
    let status: number | undefined;
    request(url, settings, (answer) => {
      status = answer.statusCode ?? 0;
      drain(answer);
      answer.on('error', () => {}).on('close', () => resolve(answer.statusCode ?? 0));
    })
      // However the response ends, its status has been read.
      .on('error', (error) => (status === undefined ? reject(error) : resolve(status)))
      .end(body);
  });
}

/** Reads a response to its end, but not more than `maxAnswerBytes`. */
function drain(answer: IncomingMessage): void {
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) answer.destroy();
  });
}

function toStatusFailure(status: number): DeliveryFailure | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

const certificateCodes = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

function toFailure(error: unknown): DeliveryFailure {
  if (error instanceof AddressRefusedError) return 'address_refused';
  const { code } = Object(error) as { code?: unknown };
  return certificateCodes.test(String(code)) ? 'certificate' : 'unreachable';
}
