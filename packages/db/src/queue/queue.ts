import { fromPrisma, PgBoss } from 'pg-boss';
import { type Db, silentTransactionTimeoutMs } from '../database.ts';
import { openListener } from '../listener.ts';
import {
  catalog,
  deadLetters,
  getDefinition,
  type Payload,
  type QueueName,
  type QueueOwner,
  type QueuesOf,
  queueNames,
} from './catalog.ts';
import { type Consumer, consume } from './consume.ts';
import { queueSchema } from './install-queues.ts';
import type { Handlers } from './job.ts';

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
  query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
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
  /** Starts working off the queues a process owns. */
  run: <O extends QueueOwner>(owner: O, handlers: Handlers<O>) => Promise<void>;
  /** Retries the dead letters of a queue, the oldest 1,000 at most. Returns how many there were. */
  redrive: (name: QueueName) => Promise<number>;
  /** Returns how many loops of this process are working on a job. */
  running: () => number;
  /**
   * Takes no more jobs, waits up to `graceMs` for those that run, gives the others back to be tried elsewhere, and
   * closes.
   */
  stop: (options?: { graceMs?: number }) => Promise<void>;
};

type QueueConnection = {
  url: string;
  schema?: string;
  /** Shown in `pg_stat_activity`. */
  processName?: string;
  /** Called for errors outside any job, such as a lost connection; the queue recovers by itself. */
  onError: (error: Error) => void;
  /**
   * How often to look for jobs that become due without an announcement, such as retries. New ones are announced at
   * once.
   */
  pollSeconds?: number;
  /** How long to wait for an answer before the connection counts as lost, although it is still open. */
  answerTimeoutMs?: number;
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
  } = connection;
  const applicationName = ['picksync-queue', processName].filter(Boolean).join(' ');
  const boss = new PgBoss({
    connectionString: url,
    max: poolSize,
    schema,
    migrate: false,
    // pg-boss would wake every loop of a queue for each job; see `consume`.
    useListenNotify: false,
    // How often to look for jobs whose handler died and for schedules that are due.
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    application_name: applicationName,
    // Settings of the driver, which pg-boss passes on.
    ...{
      idle_in_transaction_session_timeout: silentTransactionTimeoutMs,
      query_timeout: answerTimeoutMs,
      keepAlive: true,
    },
  });
  boss.on('error', onError);
  await boss.start();
  const consumers = new Map<string, Consumer>();
  const closers: (() => Promise<void> | void)[] = [];
  return {
    send: (db, name, payload, options = {}) => {
      const data = catalog[name].payload.parse(payload);
      return boss.send(name, data, { db: fromPrisma(db), ...bossOptions(name, data, options) });
    },
    sendMany: async (client, name, jobs) => {
      const rows = jobs.map(({ payload, ...options }) => {
        const data = catalog[name].payload.parse(payload);
        return { data, ...bossOptions(name, data, options) };
      });
      await boss.insert(name, rows, { db: { executeSql: (text, values) => client.query(text, values) } });
    },
    run: async <O extends QueueOwner>(_owner: O, handlers: Handlers<O>) => {
      const channel = await readChannel(boss, schema);
      const start = async <N extends QueuesOf<O>>(name: N) =>
        consumers.set(name, await consume({ boss, name, ...handlers[name] }));
      await Promise.all((Object.keys(handlers) as QueuesOf<O>[]).map(start));
      const wakeAll = () => {
        for (const { wake } of consumers.values()) wake();
      };
      const timer = setInterval(wakeAll, pollSeconds * 1000);
      const listener = openListener({
        url,
        applicationName,
        channel,
        onNotification: (name) => consumers.get(name)?.wake(),
        onListening: wakeAll,
        onError,
        answerTimeoutMs,
      });
      closers.push(() => clearInterval(timer), listener.close);
    },
    redrive: (name) => boss.redrive(deadLetters, { sourceName: name, limit: 1000 }),
    running: () => boss.getWipData().reduce((count, { count: jobs }) => count + jobs, 0),
    stop: async ({ graceMs = defaultGraceMs } = {}) => {
      const closed = closers.splice(0).map((close) => close());
      const done = queueNames.map((name) => boss.offWork(name, { wait: true }));
      await within(graceMs, Promise.all([...closed, ...done]));
      await boss.stop({ graceful: false });
    },
  };
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

/** Returns the channel, named as pg-boss names it, on which it announces the queue of a job that may start at once. */
async function readChannel(boss: PgBoss, schema: string): Promise<string> {
  const sql = "SELECT 'pgboss_' || left(encode(sha224(convert_to($1, 'UTF8')), 'hex'), 24) AS channel";
  const { rows } = await boss.getDb().executeSql(sql, [schema]);
  return rows[0].channel;
}

/** Waits for something, but not longer than this. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, patience]).finally(() => clearTimeout(timer));
}
