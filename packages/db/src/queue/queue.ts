import type pg from 'pg';
import { fromPrisma, PgBoss } from 'pg-boss';
import { type Db, silentTransactionTimeoutMs } from '../database.ts';
import { toConnection } from '../hosts.ts';
import type { AlsoHeard } from '../listener.ts';
import { createListenerProof, type ListenerProof } from '../listener-proof.ts';
import { createMeasuredClient, type QueryMeasures } from '../measured-client.ts';
import { toPrepared } from '../raw-rows.ts';
import {
  catalog,
  deadLetters,
  getDefinition,
  type Payload,
  type QueueName,
  type QueueOwner,
} from './catalog.ts';
import { toApplicationName } from './connected-processes.ts';
import { type Duty, type DutyTimes, defaultTimes } from './duties.ts';
import { queueSchema } from './install-queues.ts';
import type { Handlers } from './job.ts';
import { type Rest, type RunningQueues, runQueues } from './run-queues.ts';
import type { QueueDatabase } from './settle.ts';

export type SendOptions = {
  /** A UUID, when the sender has to know the job before it is sent. */
  id?: string | undefined;
  /** What the job is about, when it is not what the catalogue says. */
  key?: string | undefined;
  startAfter?: Date | undefined;
  /** Counted by the clock of the database. */
  delaySeconds?: number | undefined;
  /** Of those that wait, jobs with a higher one are begun first; 0 when not given. */
  priority?: number | undefined;
};

/** What enqueueing needs of a pool's client. */
type Queryable = {
  query: (statement: pg.QueryConfig) => Promise<{ rows: unknown[] }>;
};

type JobToSend<N extends QueueName> = SendOptions & { payload: Payload<N> };

export type Queue = {
  /**
   * Enqueues within a transaction, or at once when given the client itself: the job exists exactly when the rows do
   * that made it necessary. Returns the job's id, or null when one with the same key is waiting already.
   */
  send: <N extends QueueName>(
    db: Db,
    name: N,
    payload: Payload<N>,
    options?: SendOptions,
  ) => Promise<string | null>;
  /** Enqueues many jobs of one queue in one statement, on a client of the pool that is in a transaction. */
  sendMany: <N extends QueueName>(client: Queryable, name: N, jobs: readonly JobToSend<N>[]) => Promise<void>;
  /**
   * Starts working off the queues a process owns. One process of all that run does each of the `duties`, by their names.
   */
  run: <O extends QueueOwner>(
    owner: O,
    handlers: Handlers<O>,
    duties?: Readonly<Record<string, Duty>>,
  ) => Promise<void>;
  /** Retries the dead letters of a queue, the oldest 1,000 at most, in the transaction. Returns how many there were. */
  redrive: (db: Db, name: QueueName) => Promise<number>;
  /** Returns how many jobs this process is working on. */
  running: () => number;
  /** Throws when this process does not work off its queues, or could not look for jobs when it last tried. */
  assertWorks: () => void;
  /** Returns how many connections its pool has. */
  connections: () => PoolState;
  /** Of the connection on which this process is told of new jobs, and holds its duties. */
  proof: ListenerProof;
  /**
   * Takes no more jobs, waits up to `graceMs` for those that run, gives the others back to be tried elsewhere, and
   * closes.
   */
  stop: (options?: { graceMs?: number }) => Promise<void>;
};

type QueueConnection = {
  url: string;
  schema?: string;
  /** What kind of process it is, as `pg_stat_activity` shows it. */
  processName?: 'api' | 'sync-worker';
  /** Called for errors outside any job, such as a lost connection; the queue recovers by itself. */
  onError: (error: Error) => void;
  /**
   * How often to look for jobs that become due without an announcement, such as retries, when this process is the one
   * that looks for all. New ones are announced at once.
   */
  pollSeconds?: number;
  /** How long to wait for an answer before the connection counts as lost, although it is still open. */
  answerTimeoutMs?: number;
  /** How the duties of all processes are shared out. */
  dutyTimes?: DutyTimes;
  /** Returns the W3C `traceparent` of what enqueues a job now; it is kept in the payload. */
  getTraceparent?: (() => string | undefined) | undefined;
  /** Told of each statement. */
  measures?: QueryMeasures | undefined;
  /** When no job may begin: jobs wait meanwhile. */
  rest?: Rest;
  /** What else to hear on the connection that listens. */
  also?: AlsoHeard;
};

const defaultAnswerTimeoutMs = 20_000;
const defaultGraceMs = 25_000;
/** Connections for the queue's own statements, beside one that listens. */
const poolSize = 4;

/** Connects to the queue. Throws when the database has not been migrated. */
export async function openQueue(connection: QueueConnection): Promise<Queue> {
  const {
    url,
    schema = queueSchema,
    processName,
    onError,
    pollSeconds = 1,
    answerTimeoutMs = defaultAnswerTimeoutMs,
    dutyTimes = defaultTimes,
    measures,
    getTraceparent,
    rest,
    also,
  } = connection;
  const withTrace = (data: object) => {
    const traceparent = getTraceparent?.();
    return traceparent === undefined ? data : { ...data, traceparent };
  };
  const settings = {
    ...toConnection(
      url,
      createMeasuredClient(measures, () => 'queue'),
    ),
    schema,
    migrate: false,
    // pg-boss would wake every loop of a queue for each job; see `consume`.
    useListenNotify: false,
    // One process supervises for all; see `createSupervise`.
    supervise: false,
    // Queues change with the version of this process.
    queueCacheIntervalSeconds: 60 * 60,
    application_name: toApplicationName(processName),
    // Settings of the driver, which pg-boss passes on.
    ...{
      idle_in_transaction_session_timeout: silentTransactionTimeoutMs,
      query_timeout: answerTimeoutMs,
      keepAlive: true,
    },
  };
  const boss = new PgBoss({ ...settings, max: poolSize, schedule: false });
  boss.on('error', onError);
  await boss.start();
  const proof = createListenerProof();
  let queues: RunningQueues | undefined;
  return {
    send: (db, name, payload, options = {}) => {
      const data = catalog[name].payload.parse(payload);
      return boss.send(name, withTrace(data), { db: fromPrisma(db), ...bossOptions(name, data, options) });
    },
    sendMany: async (client, name, jobs) => {
      const rows = jobs.map(({ payload, ...options }) => {
        const data = catalog[name].payload.parse(payload);
        return { data: withTrace(data), ...bossOptions(name, data, options) };
      });
      await boss.insert(name, rows, { db: preparing(client) });
    },
    run: async (_owner, handlers, duties = {}) => {
      const pollMs = pollSeconds * 1000;
      queues = await runQueues({
        boss,
        url,
        db: preparing(getPool(boss)),
        settings,
        handlers,
        duties,
        dutyTimes,
        proof,
        rest,
        also,
        pollMs,
        answerTimeoutMs,
        measures,
        onError,
      });
    },
    redrive: (db, name) => boss.redrive(deadLetters, { sourceName: name, limit: 1000, db: fromPrisma(db) }),
    running: () => queues?.running() ?? 0,
    assertWorks: () => {
      if (!queues) throw new Error('The queues are not worked off yet');
      queues.assertLooks();
    },
    connections: () => toPoolState(getPool(boss), poolSize),
    proof,
    stop: async ({ graceMs = defaultGraceMs } = {}) => {
      if (queues) await within(graceMs, queues.drain());
      await queues?.abandon();
      await boss.stop({ graceful: false });
    },
  };
}

/** Sends the statements that every job repeats under names, so that each connection prepares them once. */
function preparing(connection: Queryable): QueueDatabase {
  return { executeSql: (text: string, values: unknown[] = []) => connection.query(toPrepared(text, values)) };
}

export type PoolState = { used: number; idle: number; waiting: number; max: number };

/** Returns what the connections of a pool do. */
export function toPoolState(pool: pg.Pool, max: number): PoolState {
  const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
  return { used: totalCount - idle, idle, waiting, max };
}

/** Returns the pool of pg-boss, which it does not declare. */
function getPool(boss: PgBoss): pg.Pool {
  return (boss.getDb() as QueueDatabase & { pool: pg.Pool }).pool;
}

/** Returns the options of a job under the names of pg-boss, which takes none that is undefined. */
function bossOptions(name: QueueName, data: object, options: SendOptions) {
  const { id, delaySeconds, startAfter = delaySeconds, priority } = options;
  const { key = getDefinition(name).key?.(data as never) } = options;
  return {
    ...(id !== undefined && { id }),
    ...(key !== undefined && { singletonKey: key }),
    ...(startAfter !== undefined && { startAfter }),
    ...(priority !== undefined && { priority }),
  };
}

/** Waits for something, but not longer than this. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, patience]).finally(() => clearTimeout(timer));
}
