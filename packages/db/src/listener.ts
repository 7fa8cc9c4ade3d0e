import { setTimeout as delay, setInterval } from 'node:timers/promises';
import pg from 'pg';

export type Listener = {
  /** Stops listening; resolves when nothing more is called. */
  close: () => Promise<void>;
};

export type ListenerOptions = {
  url: string;
  channel: string;
  /** Called with the payload of each notification, in the order of the commits. */
  onNotification: (payload: string) => void;
  /**
   * Called whenever listening begins: the first time, and after each loss of the connection. What was announced before
   * is not known then.
   */
  onListening: () => void;
  /** Called for each connection that broke or could not be made; the next one follows by itself. */
  onError: (error: Error) => void;
  /** After so long without an answer the connection is taken for lost. */
  answerTimeoutMs?: number;
  pingEveryMs?: number;
};

const defaultAnswerTimeoutMs = 10_000;
const defaultPingEveryMs = 10_000;
const connectTimeoutMs = 10_000;
const [minPauseMs, maxPauseMs] = [100, 10_000];

/**
 * Listens to a channel of the database on a connection of its own, for as long as it is not closed: a connection that
 * breaks, or says nothing any more, is replaced, after pauses that double up to ten seconds. Needs a direct connection:
 * a pooler that shares sessions does not pass notifications on.
 */
export function openListener(options: ListenerOptions): Listener {
  const closing = new AbortController();
  const ended = keepListening(options, closing.signal);
  return {
    close: async () => {
      closing.abort();
      await ended;
    },
  };
}

async function keepListening(options: ListenerOptions, closing: AbortSignal): Promise<void> {
  let pauseMs = minPauseMs;
  const listening = () => {
    pauseMs = minPauseMs;
    options.onListening();
  };
  while (!closing.aborted) {
    try {
      await listen({ ...options, onListening: listening }, closing);
    } catch (error) {
      if (closing.aborted) return;
      options.onError(error instanceof Error ? error : new Error(String(error)));
      await delay(pauseMs, undefined, { signal: closing, ref: false }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    }
  }
}

/** Listens on one connection until it is closed. Throws when the connection is lost. */
async function listen(options: ListenerOptions, closing: AbortSignal): Promise<void> {
  const { url, channel, onNotification, onListening } = options;
  const { answerTimeoutMs = defaultAnswerTimeoutMs, pingEveryMs = defaultPingEveryMs } = options;
  const lost = new AbortController();
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    application_name: 'picksync-listener',
  });
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort(new Error('The connection that listens has ended')));
  client.on('notification', ({ payload = '' }) => {
    if (!closing.aborted && !lost.signal.aborted) onNotification(payload);
  });
  try {
    await client.connect();
    await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    lost.signal.throwIfAborted();
    onListening();
    const over = AbortSignal.any([closing, lost.signal]);
    // A connection that stands and says nothing looks like one on which nothing happens.
    for await (const _ of setInterval(pingEveryMs, undefined, { signal: over, ref: false })) {
      await client.query('SELECT 1');
    }
  } catch (error) {
    lost.signal.throwIfAborted();
    if (!closing.aborted) throw error;
  } finally {
    // Not waited for: the other side of a lost connection never answers.
    client.end().catch(() => {});
  }
}
