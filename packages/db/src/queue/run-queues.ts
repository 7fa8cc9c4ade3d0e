import { randomInt } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import { type AlsoHeard, openListener, type Query } from '../listener.ts';
import type { ListenerProof } from '../listener-proof.ts';
import type { QueryMeasures } from '../measured-client.ts';
import type { QueueName, QueueOwner, QueuesOf } from './catalog.ts';
import { type Consumer, consume } from './consume.ts';
import { type Duty, type DutyTimes, takeOnDuties } from './duties.ts';
import { findDue } from './find-due.ts';
import type { Handlers } from './job.ts';
import type { QueueDatabase } from './settle.ts';
import { type BossSettings, createSupervise } from './supervise.ts';

export type RunningQueues = {
  /** Returns how many jobs run. */
  running: () => number;
  /** Throws what the last look for jobs failed with, where one did. */
  assertLooks: () => void;
  /** Takes no more jobs, and no more duties. Resolves when those that run have ended. */
  drain: () => Promise<void>;
  /** Gives the jobs that still run to others. */
  abandon: () => Promise<void>;
};

/** When no job may begin. */
export type Rest = {
  isOn: () => boolean;
  /** Calls back whenever it may have begun or ended. Returns what stops that. */
  onChange: (tell: () => void) => () => void;
};

type Options<O extends QueueOwner> = {
  boss: PgBoss;
  url: string;
  /** Where the statements that every job repeats are sent. */
  db: QueueDatabase;
  settings: BossSettings & { application_name: string };
  handlers: Handlers<O>;
  duties: Readonly<Record<string, Duty>>;
  dutyTimes: DutyTimes;
  proof: ListenerProof;
  rest: Rest | undefined;
  also: AlsoHeard | undefined;
  measures: QueryMeasures | undefined;
  pollMs: number;
  answerTimeoutMs: number;
  onError: (error: Error) => void;
};

/**
 * How often each process looks by itself for jobs that were announced by nobody: another one does that every second, so
 * this finds something only when there is none.
 */
const lookEveryMs = 30_000;

/**
 * Works off the queues of a process. It waits for announcements of all of them on one connection, by which it also takes
 * its turn to supervise the queues of all.
 */
export async function runQueues<O extends QueueOwner>(options: Options<O>): Promise<RunningQueues> {
  const { boss, url, db, settings, handlers, dutyTimes: times, proof, rest, pollMs, onError } = options;
  const isResting = rest?.isOn;
  const { schema, application_name: applicationName } = settings;
  const query = createQuery(boss);
  const channel = await readChannel(query, schema);
  const consumers = new Map<string, Consumer>();
  const start = <N extends QueuesOf<O>>(name: N) =>
    consumers.set(name, consume({ boss, db, schema, name, isResting, onError, ...handlers[name] }));
  for (const name of Object.keys(handlers) as (QueuesOf<O> & QueueName)[]) start(name);

  let announced = 0;
  const wake = (name: string) => consumers.get(name)?.wake();
  const wakeAll = () => [...consumers.keys()].forEach(wake);
  const supervise = createSupervise({ settings, channel, isResting, pollMs, onError });
  const { duties, ended } = watchEnd({ ...options.duties, supervise });
  const listener = openListener({
    url,
    applicationName,
    channel,
    onNotification: (name) => {
      announced += 1;
      wake(name);
    },
    onListening: wakeAll,
    also: options.also,
    openPings: (query) => takeOnDuties({ query, duties, announced: () => announced, proof, times, onError }),
    proof,
    measures: options.measures,
    pingEveryMs: times.askEveryMs,
    onError,
    answerTimeoutMs: options.answerTimeoutMs,
  });
  const stopWaking = rest?.onChange(wakeAll);
  const lookAgain = setInterval(
    () => {
      const names = [...consumers.keys()];
      findDue({ query, schema, names, soonSeconds: 0 }).then(({ due }) => due.forEach(wake), onError);
    },
    // Processes that were started at once look at different times.
    Math.max(lookEveryMs, pollMs) + randomInt(lookEveryMs / 3),
  );
  const all = [...consumers.values()];
  return {
    running: () => all.reduce((count, { running }) => count + running(), 0),
    assertLooks: () => {
      for (const { assertLooks } of all) assertLooks();
    },
    drain: async () => {
      clearInterval(lookAgain);
      stopWaking?.();
      await Promise.all([listener.close().then(ended), ...all.map(({ drain }) => drain())]);
    },
    abandon: async () => {
      await Promise.all(all.map(({ abandon }) => abandon()));
    },
  };
}

function createQuery(boss: PgBoss): Query {
  return async (text, values) => (await boss.getDb().executeSql(text, values)).rows;
}

/** Returns the channel, named as pg-boss names it, on which it announces the queue of a job that may start at once. */
async function readChannel(query: Query, schema: string): Promise<string> {
  const sql = "SELECT 'pgboss_' || left(encode(sha224(convert_to($1, 'UTF8')), 'hex'), 24) AS channel";
  const [row] = await query<{ channel: string }>(sql, [schema]);
  if (!row) throw new Error('The database did not name the channel of the queues');
  return row.channel;
}

/** Returns duties whose end can be waited for. */
function watchEnd(duties: Readonly<Record<string, Duty>>) {
  const ongoing = new Set<Promise<void>>();
  const watched = Object.entries(duties).map(([name, duty]): [string, Duty] => [
    name,
    (turn) => {
      const work = duty(turn).finally(() => ongoing.delete(work));
      ongoing.add(work);
      return work;
    },
  ]);
  return {
    duties: Object.fromEntries(watched),
    ended: async () => {
      await Promise.allSettled(ongoing);
    },
  };
}
