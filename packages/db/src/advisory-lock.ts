import { createHash } from 'node:crypto';
import pg from 'pg';
import { toConnection } from './hosts.ts';

type HeldLock = {
  /** Aborted when the lock is lost: from then on another process may have it. */
  signal: AbortSignal;
  /**
   * Throws `LockLostError` unless the lock is ours for sure. The signal comes late to a process that was stopped or
   * busy for a while; this is the check for the moment before a step that only the holder may take.
   */
  assertHeld: () => void;
  release: () => Promise<void>;
};

export type AdvisoryLocks = {
  /** Takes a lock if it is free, here and in every other process. Undefined when it is held; never waits. */
  tryLock: (name: string) => Promise<HeldLock | undefined>;
  /** Whether the session that holds locks is open: it is opened for the first one. */
  isOpen: () => boolean;
  /** Releases everything. */
  close: () => Promise<void>;
};

export class LockLostError extends Error {
  override readonly name = 'LockLostError';
}

const connectTimeoutMs = 10_000;
const defaultAnswerTimeoutMs = 5_000;

/**
 * How long a session may be silent before the server ends it, and its locks with it: the process is dead or stopped.
 */
const defaultSessionTimeoutMs = 10_000;

/** For how many pings a session is kept that holds nothing. The next lock opens another. */
const idlePings = 12;

/** How soon the server notices that our machine is gone; after that the locks are free. Else it takes two hours. */
function sessionSettings(sessionTimeoutMs: number) {
  return `
  SET application_name = 'picksync-locks';
  SET idle_session_timeout = ${sessionTimeoutMs};
  SET tcp_keepalives_idle = 5;
  SET tcp_keepalives_interval = 2;
  SET tcp_keepalives_count = 3`;
}

type Query = (sql: string, values?: unknown[], name?: string) => Promise<pg.QueryResult>;

type Session = {
  client: pg.Client;
  query: Query;
  held: Map<string, AbortController>;
  ping: NodeJS.Timeout;
  isLost: boolean;
  /** Until then, by the monotonic clock, the server cannot have ended the session for our silence. */
  livesUntil: number;
};

type Options = {
  url: string;
  /** How long to wait for an answer before the connection counts as lost. */
  answerTimeoutMs?: number;
  sessionTimeoutMs?: number;
};

/**
 * Locks of a process, all in one database session of its own. They end with the session, so a process that crashes
 * leaves none behind, and neither does one that is stopped: the session has to be heard of every few seconds. Needs a
 * direct connection: a pooler that shares sessions would share the locks.
 */
export function openAdvisoryLocks(options: Options): AdvisoryLocks {
  let opening: Promise<Session> | undefined;

  const lose = (lost: Session, error: Error) => {
    // Its end is reported in several ways; by the later ones there may be a new session.
    if (lost.isLost) return;
    lost.isLost = true;
    clearInterval(lost.ping);
    for (const owner of lost.held.values()) owner.abort(error);
    lost.held.clear();
    opening = undefined;
    lost.client.end().catch(() => {});
  };
  const current = () => {
    opening ??= openSession(options, lose).catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const assertHeld = (session: Session, owner: AbortController) => {
    if (!session.isLost && performance.now() >= session.livesUntil) {
      lose(session, new LockLostError('The session that holds the locks was silent for too long'));
    }
    owner.signal.throwIfAborted();
  };

  return {
    tryLock: async (name) => {
      const session = await current();
      const { query, held } = session;
      // A session may take its own lock twice, so within the process we look ourselves.
      if (held.has(name)) return undefined;
      const owner = new AbortController();
      held.set(name, owner);
      try {
        const { rows } = await query('SELECT pg_try_advisory_lock($1) AS locked', [toKey(name)], 'lock');
        if (rows[0]?.locked) {
          return {
            signal: owner.signal,
            assertHeld: () => assertHeld(session, owner),
            release: () => release({ query, held, name, owner }),
          };
        }
      } catch (error) {
        // The server may have given the lock without our knowing, and would keep it for as long as this session lives.
        lose(
          session,
          new LockLostError('The connection that holds the locks did not answer', { cause: error }),
        );
        throw error;
      }
      forget({ held, name, owner });
      return undefined;
    },
    isOpen: () => opening !== undefined,
    close: async () => {
      const open = await opening?.catch(() => undefined);
      if (open) lose(open, new LockLostError('The locks were closed'));
    },
  };
}

async function openSession(
  { url, answerTimeoutMs = defaultAnswerTimeoutMs, sessionTimeoutMs = defaultSessionTimeoutMs }: Options,
  lose: (lost: Session, error: Error) => void,
): Promise<Session> {
  const { Client = pg.Client, connectionString } = toConnection(url);
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerTimeoutMs,
    statement_timeout: answerTimeoutMs,
    keepAlive: true,
  });
  const queryInOrder = serialize(client);
  const query: Query = async (sql, values, name) => {
    const { result, sentAt } = await queryInOrder(sql, values, name);
    // The server counts from its answer, which is later: this is on the safe side.
    opened.livesUntil = sentAt + sessionTimeoutMs;
    return result;
  };
  const lost = (message: string) => (cause?: Error) => lose(opened, new LockLostError(message, { cause }));
  let idle = 0;
  const ping = setInterval(() => {
    idle = opened.held.size === 0 ? idle + 1 : 0;
    if (idle > idlePings) return lose(opened, new LockLostError('The session held no lock'));
    query('SELECT 1').catch(lost('The connection that holds the locks did not answer'));
  }, sessionTimeoutMs / 4);
  ping.unref();
  const opened: Session = { client, query, held: new Map(), ping, isLost: false, livesUntil: 0 };
  client.on('error', lost('The connection that held the locks broke'));
  client.on('end', lost('The connection that held the locks has ended'));
  try {
    await client.connect();
    await query(sessionSettings(sessionTimeoutMs));
  } catch (error) {
    clearInterval(ping);
    client.end().catch(() => {});
    throw error;
  }
  return opened;
}

/**
 * Runs one statement at a time on a client, in order: the driver will no longer queue them itself. One with a name is
 * prepared once.
 */
export function serialize(client: pg.Client) {
  let last: Promise<unknown> = Promise.resolve();
  return <R extends pg.QueryResultRow>(text: string, values?: unknown[], name?: string) => {
    const answer = last.then(async () => {
      const sentAt = performance.now();
      const statement = name === undefined ? text : { name, text };
      return { sentAt, result: await client.query<R>(statement, values) };
    });
    last = answer.catch(() => {});
    return answer;
  };
}

type Entry = { held: Session['held']; name: string; owner: AbortController };

function forget({ held, name, owner }: Entry): void {
  if (held.get(name) === owner) held.delete(name);
}

async function release({ query, ...entry }: Entry & { query: Query }): Promise<void> {
  if (entry.held.get(entry.name) !== entry.owner) return;
  try {
    await query('SELECT pg_advisory_unlock($1)', [toKey(entry.name)], 'unlock');
  } catch {
    // Then the connection is gone, and the lock with it.
  } finally {
    forget(entry);
  }
}

/** Returns the key of a lock: advisory locks are numbers of 64 bits. */
export function toKey(name: string) {
  return createHash('sha256').update(name).digest().readBigInt64BE().toString();
}
