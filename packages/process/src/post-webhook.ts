import { Buffer } from 'node:buffer';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isPublicAddress, type Targets, targetProblem } from './public-target.ts';
import { createPublicResolve, type ResolveName, systemResolve } from './resolve-name.ts';

export type Post = {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
};

/** Why a post did not arrive. */
type PostFailure =
  | 'status'
  | 'redirect'
  | 'timeout'
  | 'unreachable'
  | 'certificate'
  | 'address_refused'
  | 'port_refused';

/**
 * `failure` is null when the receiver took it. `answer` is the beginning of the response, for receivers that say there what is
 * wrong: it may hold anything, so only words that are known are taken from it.
 */
export type PostResult = {
  responseStatus: number | null;
  failure: PostFailure | null;
  answer: string;
  retryAfterSeconds: number | null;
};

export type PostWebhook = (post: Post) => Promise<PostResult>;

const defaultTimeoutMs = 10_000;

/** How much of a response body is read before the connection is closed. */
const maxAnswerBytes = 64 * 1024;
/** How much of it is given on. */
const maxAnswerTextBytes = 2_000;
const maxHeaderBytes = 16 * 1024;

const noAnswer = { responseStatus: null, answer: '', retryAfterSeconds: null };

class AddressRefusedError extends Error {}

/**
 * Returns a function that posts to the address of an outgoing webhook or of a channel. The addresses behind its name are looked up for
 * each post and all have to be public; the connection goes to a checked address, so a name that changes in between
 * gains nothing. Redirects are not followed. Rejects only when `signal` is aborted.
 */
export function createPostWebhook({
  targets,
  resolve = targets === 'public' ? createPublicResolve() : systemResolve,
  timeoutMs = defaultTimeoutMs,
}: {
  targets: Targets;
  resolve?: ResolveName;
  timeoutMs?: number;
}): PostWebhook {
  const lookup = checkedLookup({ targets, resolve });
  return async ({ url, headers, body, signal }) => {
    const problem = targetProblem(url, targets);
    if (problem) return { ...noAnswer, failure: `${problem.kind}_refused` };
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await exchange(url, {
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        body,
        lookup,
        signal: AbortSignal.any([signal, timeout]),
      });
      return { ...answer, failure: toStatusFailure(answer.responseStatus) };
    } catch (error) {
      signal.throwIfAborted();
      return { ...noAnswer, failure: timeout.aborted ? 'timeout' : toFailure(error) };
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

type Answer = Pick<PostResult, 'answer' | 'retryAfterSeconds'> & { responseStatus: number };

/** Sends one request on a connection of its own. Returns the status of the response, and how it begins. */
function exchange(address: string, { headers, body, lookup, signal }: Exchange): Promise<Answer> {
  // Read first: people also write HTTPS.
  const url = new URL(address);
  const { request } = url.protocol === 'https:' ? https : http;
  const settings = { method: 'POST', headers, lookup, signal, agent: false, maxHeaderSize: maxHeaderBytes };
  return new Promise((resolve, reject) => {
    let answered: Omit<Answer, 'answer'> | undefined;
    let text: Buffer = Buffer.alloc(0);
    const end = (of: Omit<Answer, 'answer'>) => resolve({ ...of, answer: text.toString() });
    request(url, settings, (response) => {
      const read = {
        responseStatus: response.statusCode ?? 0,
        retryAfterSeconds: toSeconds(response.headers),
      };
      answered = read;
      drain(response, (chunk) => {
        if (text.length < maxAnswerTextBytes)
          text = Buffer.concat([text, chunk]).subarray(0, maxAnswerTextBytes);
      });
      response.on('error', () => {}).on('close', () => end(read));
    })
      // However the response ends, its status has been read.
      .on('error', (error) => (answered === undefined ? reject(error) : end(answered)))
      .end(body);
  });
}

function toSeconds({ 'retry-after': after }: IncomingMessage['headers']): number | null {
  return after !== undefined && /^\d{1,6}$/.test(after) ? Number(after) : null;
}

/** Reads a response to its end, but not more than `maxAnswerBytes`. */
function drain(answer: IncomingMessage, onChunk: (chunk: Buffer) => void): void {
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    onChunk(chunk);
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) answer.destroy();
  });
}

function toStatusFailure(status: number): PostFailure | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

const certificateCodes = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

function toFailure(error: unknown): PostFailure {
  if (error instanceof AddressRefusedError) return 'address_refused';
  const { code } = Object(error) as { code?: unknown };
  return certificateCodes.test(String(code)) ? 'certificate' : 'unreachable';
}
