import { toNoReplyError } from './errors.classify.ts';
import { SmartsheetError } from './errors.ts';
import type { SmartsheetCall } from './operations.ts';
import { type Fetch, isSuccess, sendRequest } from './send-request.ts';
import { type TimeLimits, watchTime } from './time-limits.ts';

export type Download = (input: {
  url: string;
  maxBytes: number;
  signal?: AbortSignal | undefined;
}) => Promise<Uint8Array | null>;

type DownloadOptions = TimeLimits & {
  baseUrl: string;
  fetch?: Fetch | undefined;
  now: () => Date;
  onCall?: ((call: SmartsheetCall) => void) | undefined;
};

const operation = 'attachments.download';

/** Smartsheet's own hosts, by the end of their names. */
const ownHosts = ['.smartsheet.com', '.smartsheet.eu', '.smartsheet.au', '.smartsheetgov.com'];

/** Amazon S3, where Smartsheet keeps files: anybody can have a machine or an API under another name of this provider. */
const s3Host =
  /^(?:[a-z0-9.-]+\.)?s3(?:-accelerate|-[a-z]{2}(?:-[a-z]+)+-\d)?(?:\.dualstack)?(?:\.[a-z]{2}(?:-[a-z]+)+-\d)?\.amazonaws\.com$/;

/**
 * Creates the function that reads a file at an address which Smartsheet gave out. The address is a word of somebody else's: only
 * hosts where Smartsheet keeps files are called, by https, without a token, and no redirect is followed. A stand-in of
 * Smartsheet is called where its API is, whatever host it names.
 */
export function createDownload({
  baseUrl,
  fetch: send = sendRequest,
  now,
  onCall,
  ...limits
}: DownloadOptions): Download {
  return async ({ url, maxBytes, signal }) => {
    const address = toAddress(url, baseUrl);
    const startedAt = now().getTime();
    const time = watchTime(limits);
    let status: number | undefined;
    try {
      signal?.throwIfAborted();
      time.listen();
      const reply = await send(address, {
        method: 'GET',
        redirect: 'manual',
        signal: signal ? AbortSignal.any([time.signal, signal]) : time.signal,
      });
      status = reply.status;
      if (!isSuccess(reply.status)) {
        await readUpTo(time.readPieces(reply.body), 0);
        throw new SmartsheetError({ class: 'retry', reason: 'bad_reply', operation, status });
      }
      return await readUpTo(time.readPieces(reply.body), maxBytes);
    } catch (error) {
      if (error instanceof SmartsheetError) throw error;
      if (signal?.aborted) throw signal.reason;
      throw toNoReplyError({ operation, isWrite: false, timedOut: time.signal.aborted, error });
    } finally {
      time.stop();
      onCall?.({ operation, status, durationMs: now().getTime() - startedAt, attempt: 1 });
    }
  };
}

/** Returns the address to call. Throws when Smartsheet would not keep a file there. */
function toAddress(url: string, baseUrl: string): string {
  const address = URL.parse(url);
  const base = new URL(baseUrl);
  const isStandIn = base.protocol !== 'https:' || !isFileHost(base.hostname);
  if (address && isStandIn) return new URL(`${address.pathname}${address.search}`, base.origin).href;
  if (address?.protocol === 'https:' && address.port === '' && isFileHost(address.hostname))
    return address.href;
  const detail = 'the address of a file is not one of Smartsheet’s';
  throw new SmartsheetError({ class: 'bug', reason: 'bad_reply', operation, detail });
}

function isFileHost(host: string): boolean {
  return ownHosts.some((end) => host.endsWith(end)) || s3Host.test(host);
}

/** Returns the bytes; null when there are more. */
async function readUpTo(pieces: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array | null> {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > maxBytes) return null;
    read.push(piece);
  }
  return Buffer.concat(read);
}
