import { setTimeout as delay, setInterval } from 'node:timers/promises';
import pg from 'pg';
import { serialize } from './advisory-lock.ts';
import { toConnection } from './hosts.ts';
import type { ListenerProof } from './listener-proof.ts';
import { createMeasuredClient, type QueryMeasures } from './measured-client.ts';

type Listener = {
  /** Stops listening; resolves when nothing more is called. */
  close: () => Promise<void>;
};

/** Another channel to hear on the same connection. */
export type AlsoHeard = {
  channel: string;
  onNotification: () => void;
  /** Called whenever listening begins: what was announced before is not known then. */
  onListening: () => void;
};

type ListenerOptions = {
  url: string;
  /** Shown in `pg_stat_activity`. */
  applicationName?: string;
  channel: string;
  /** Called with the payload of each notification, in the order of the commits. */
  onNotification: (payload: string) => void;
  /**
   * Called whenever listening begins: the first time, and after each loss of the connection. What was announced before
   * is not known then; what transactions from `begun` on announce will be.
   */
  onListening: (from: { ended: number; begun: number }) => void;
  /** Called now and then: every transaction below `ended` has ended, and what it announced has been heard. */
  onPosition?: (position: { ended: number }) => void;
  also?: AlsoHeard | undefined;
  /** Called for each connection that broke or could not be made; the next one follows by itself. */
  onError: (error: Error) => void;
  /** What else the connection is used for, in place of a statement that only asks whether it still stands. */
  openPings?: (query: Query) => Pings;
  /** Told of the connection, to show whether it hears what is announced and keeps its locks. */
  proof?: ListenerProof | undefined;
  /** Told of each statement. */
  measures?: QueryMeasures | undefined;
  /** How long to wait for an answer before the connection counts as lost. */
  answerTimeoutMs?: number;
  pingEveryMs?: number;
};

/** Runs a statement on the connection that listens. */
export type Query = <R extends object>(text: string, values: unknown[]) => Promise<R[]>;

/** The pings of one connection. */
export type Pings = {
  /** Called again and again. What it throws ends the connection. */
  ping: () => Promise<unknown>;
  /** Called when the connection is gone. */
  end: () => void;
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
  const listening: ListenerOptions['onListening'] = (from) => {
    pauseMs = minPauseMs;
    options.onListening(from);
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
  const { url, applicationName = 'picksync-listener', channel, onNotification } = options;
  const { onListening, onPosition, also, openPings, proof } = options;
  const positions = `${channel}_positions`;
  const { answerTimeoutMs = defaultAnswerTimeoutMs, pingEveryMs = defaultPingEveryMs } = options;
  const lost = new AbortController();
  const measured = createMeasuredClient(options.measures, () => 'listen');
  const { Client = pg.Client, connectionString } = toConnection(url, measured);
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    application_name: applicationName,
  });
  const pings = openPings?.(createQuery(client));
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort(new Error('The connection that listens has ended')));
  client.on('notification', ({ channel: heardOn, payload = '' }) => {
    if (closing.aborted || lost.signal.aborted) return;
    if (heardOn === proof?.channel) proof.hear(payload);
    else if (heardOn === positions) onPosition?.({ ended: Number(payload) });
    else if (heardOn === also?.channel) also.onNotification();
    else onNotification(payload);
  });
  try {
    await client.connect();
    await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    if (onPosition) await client.query(`LISTEN ${pg.escapeIdentifier(positions)}`);
    if (proof) await client.query(`LISTEN ${proof.channel}`);
    if (also) await client.query(`LISTEN ${pg.escapeIdentifier(also.channel)}`);
    const { pid, ...from } = await readPosition(client, proof);
    lost.signal.throwIfAborted();
    proof?.begin(pid);
    onListening(from);
    also?.onListening();
    const over = AbortSignal.any([closing, lost.signal]);
    // A connection that stands and says nothing looks like one on which nothing happens.
    for await (const _ of setInterval(pingEveryMs, undefined, { signal: over, ref: false })) {
      await (pings?.ping() ?? (onPosition ? announcePosition(client, positions) : client.query('SELECT 1')));
    }
  } catch (error) {
    lost.signal.throwIfAborted();
    if (!closing.aborted) throw error;
  } finally {
    proof?.end();
    pings?.end();
    // Not waited for: the other side of a lost connection never answers.
    client.end().catch(() => {});
  }
}

function createQuery(client: pg.Client): Query {
  const queryInOrder = serialize(client);
  return async <R extends object>(text: string, values: unknown[]) =>
    (await queryInOrder<R>(text, values)).result.rows;
}

/** Transactions below `ended` have ended, those from `begun` on have not begun. Takes the lock of the proof. */
async function readPosition(
  client: pg.Client,
  proof: ListenerProof | undefined,
): Promise<{ ended: number; begun: number; pid: number }> {
  const { rows } = await client.query<{ ended: string; begun: string; pid: number }>(
    `SELECT pg_snapshot_xmin(now) AS ended, pg_snapshot_xmax(now) AS begun, pg_backend_pid() AS pid,
       $1::bigint IS NULL OR pg_advisory_lock($1) IS NULL FROM pg_current_snapshot() AS now`,
    [proof?.lockKey ?? null],
  );
  const [row] = rows;
  return { ended: Number(row?.ended), begun: Number(row?.begun), pid: Number(row?.pid) };
}

/**
 * Announcements are heard in the order of their commits: a listener that hears this one has heard all of the
 * transactions that had ended before it. A database that refuses it because its disk is full still answers.
 */
async function announcePosition(client: pg.Client, channel: string): Promise<void> {
  const text = 'SELECT pg_notify($1, pg_snapshot_xmin(pg_current_snapshot())::text)';
  await client.query(text, [channel]).catch((error) => {
    if (!(error instanceof pg.DatabaseError)) throw error;
  });
}
