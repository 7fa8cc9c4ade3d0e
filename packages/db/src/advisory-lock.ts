import { createHash } from 'node:crypto';
import pg from 'pg';

export interface HeldLock {
  /** Aborted when the connection that holds the lock is lost: from then on somebody else may have it. */
  signal: AbortSignal;
  release: () => Promise<void>;
}

export interface AdvisoryLocks {
  /** Takes a lock if it is free, here and in every other process. Undefined when somebody has it; never waits. */
  tryLock: (name: string) => Promise<HeldLock | undefined>;
  /** Releases everything. */
  close: () => Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 5_000;
const PING_MS = 5_000;

/** How soon the server notices that our machine is gone; after that the locks are free. Else it takes two hours. */
const session = `
  SET application_name = 'picksync-locks';
  SET tcp_keepalives_idle = 5;
  SET tcp_keepalives_interval = 2;
  SET tcp_keepalives_count = 3`;

type Ask = (sql: string, values?: unknown[]) => Promise<pg.QueryResult>;

interface Session {
  client: pg.Client;
  ask: Ask;
  held: Map<string, AbortController>;
  ping: NodeJS.Timeout;
  isLost: boolean;
}

/**
 * Locks of a process, all in one database session of its own. They end with the session, so a process that crashes
 * leaves none behind. Needs a direct connection: a pooler that shares sessions would share the locks.
 */
export function openAdvisoryLocks({
  url,
  answerMs = ANSWER_TIMEOUT_MS,
}: {
  url: string;
  /** After so long without an answer the connection is taken for lost. */
  answerMs?: number;
}): AdvisoryLocks {
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
    opening ??= openSession({ url, answerMs, lose }).catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  return {
    tryLock: async (name) => {
      const open = await current();
      const { ask, held } = open;
      // A session may take its own lock twice, so within the process we look ourselves.
      if (held.has(name)) return undefined;
      const owner = new AbortController();
      held.set(name, owner);
      try {
        const { rows } = await ask('SELECT pg_try_advisory_lock($1) AS locked', [keyOf(name)]);
        if (rows[0]?.locked)
          return { signal: owner.signal, release: () => release({ ask, held, name, owner }) };
      } catch (error) {
        // The server may have given the lock without our knowing, and would keep it for as long as this session lives.
        lose(open, new Error('The connection that holds the locks did not answer', { cause: error }));
        throw error;
      }
      forget({ held, name, owner });
      return undefined;
    },
    close: async () => {
      const open = await opening?.catch(() => undefined);
      if (open) lose(open, new Error('The locks were closed'));
    },
  };
}

async function openSession({
  url,
  answerMs,
  lose,
}: {
  url: string;
  answerMs: number;
  lose: (lost: Session, error: Error) => void;
}): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: answerMs,
    statement_timeout: answerMs,
    keepAlive: true,
  });
  const ask = inTurn(client);
  const ping = setInterval(() => {
    ask('SELECT 1').catch((error: Error) => lose(opened, error));
  }, PING_MS);
  ping.unref();
  const opened: Session = { client, ask, held: new Map(), ping, isLost: false };
  client.on('error', (error) => lose(opened, error));
  client.on('end', () => lose(opened, new Error('The connection that held the locks has ended')));
  try {
    await client.connect();
    await ask(session);
  } catch (error) {
    clearInterval(ping);
    client.end().catch(() => {});
    throw error;
  }
  return opened;
}

/** One statement at a time, in the order they are asked for: the driver is about to give up keeping such a line. */
function inTurn(client: pg.Client): Ask {
  let last: Promise<unknown> = Promise.resolve();
  return (sql, values) => {
    const answer = last.then(() => client.query(sql, values));
    last = answer.catch(() => {});
    return answer;
  };
}

type Entry = { held: Session['held']; name: string; owner: AbortController };

function forget({ held, name, owner }: Entry): void {
  if (held.get(name) === owner) held.delete(name);
}

async function release({ ask, ...entry }: Entry & { ask: Ask }): Promise<void> {
  if (entry.held.get(entry.name) !== entry.owner) return;
  try {
    await ask('SELECT pg_advisory_unlock($1)', [keyOf(entry.name)]);
  } catch {
    // Then the connection is gone, and the lock with it.
  } finally {
    forget(entry);
  }
}

/** Advisory locks are numbers of 64 bits. */
const keyOf = (name: string) => createHash('sha256').update(name).digest().readBigInt64BE().toString();
