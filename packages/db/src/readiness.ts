import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { ListenerProof } from './listener-proof.ts';
import { schemaVersion, toSchemaVersion } from './migrations/migration-files.ts';
import type { Queue } from './queue/queue.ts';
import { serverVersionNumber, toOldServerError } from './server-version.ts';
import { toError } from './to-error.ts';

/** What a process needs of the database, by the names under which operators see it. */
export const readinessParts = [
  'database',
  'database_writable',
  'queue',
  'schema',
  'listener',
  'locks',
] as const;

type ReadinessPart = (typeof readinessParts)[number];

/** The parts that fail, each with what is wrong with it. None: the process can do all of its work. */
type FailingParts = Map<ReadinessPart, Error>;

type CheckReadiness = () => Promise<FailingParts>;

type Options = {
  pool: Pick<pg.Pool, 'query'>;
  queue: Pick<Queue, 'assertWorks' | 'proof'>;
  /** Of other connections of this process that listen. */
  proofs?: readonly ListenerProof[];
  /** How long the database may take for one answer. */
  timeoutMs: number;
};

/** A part fails for a reason that is no error of the driver. */
class NotReadyError extends Error {
  override readonly name = 'NotReady';
}

type Answer = SchemaAnswer & { isLockFree: boolean };

/** The newest migration, and the version of the server. */
type SchemaAnswer = { schema: string | null; server: number };

/**
 * Asks everything at once: whether a row can be written, which schema and queue there are, and whether somebody else
 * could have a lock of our session; and announces a text on the channels that this process listens to.
 */
const askAll = `SELECT schema_version() AS schema, ${serverVersionNumber} AS server, (SELECT version FROM pgboss.version), assert_writable(),
  pg_try_advisory_xact_lock($1::bigint) AS "isLockFree",
  (SELECT count(*) FROM (SELECT pg_notify(channel, $3::text) FROM unnest($2::text[]) AS channel) AS told)`;

const undefinedFunction = '42883';

/**
 * Returns a check of everything that a process needs of the database. As long as all is well it costs one statement, and
 * no second one is sent while the first has no answer.
 */
export function createReadinessCheck({ pool, queue, proofs = [], timeoutMs }: Options): CheckReadiness {
  const needed = schemaVersion();
  const listeners = [queue.proof, ...proofs];
  const pending = new Map<string, Promise<unknown>>();
  /** Waits for what is asked already, where that has no answer yet. */
  const ask = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const asked = pending.get(text) ?? pool.query(text, values).finally(() => pending.delete(text));
    pending.set(text, asked);
    const answer = asked as Promise<{ rows: Row[] }>;
    return within(timeoutMs, answer).then(({ rows }) => rows);
  };
  return async () => {
    const failing: FailingParts = new Map();
    const fail = (part: ReadinessPart, error: unknown) => failing.set(part, toError(error));
    const text = randomUUID();
    const hasSession = queue.proof.isOpen();
    const isListening = listeners.every(({ isOpen }) => isOpen());
    const heard = Promise.all(listeners.map(({ expect }) => expect(text)));
    try {
      const channels = listeners.map(({ channel }) => channel);
      const [answer] = await ask<Answer>(askAll, [queue.proof.lockKey, channels, text]);
      checkSchema(answer, { needed, fail });
      checkLocks({
        hasSession,
        hasMoved: queue.proof.hasMoved(),
        isLockFree: answer?.isLockFree ?? true,
        fail,
      });
      if (!isListening) fail('listener', new NotReadyError('Nothing is listened to'));
      else
        await within(timeoutMs, heard).catch(() =>
          fail('listener', new NotReadyError('What the database announces is not heard')),
        );
    } catch (error) {
      await findCause(ask, { needed, fail });
      // Nothing fails by itself: then an answer is missing, or what was announced along with the rest was refused.
      if (failing.size === 0 && error instanceof NotReadyError) fail('database', error);
      if (failing.size === 0 && error instanceof pg.DatabaseError) fail('listener', error);
      if (!listeners.every(({ isOpen }) => isOpen()))
        fail('listener', new NotReadyError('Nothing is listened to'));
      if (!queue.proof.isOpen()) fail('locks', new NotReadyError('The session of the locks is gone'));
    } finally {
      for (const { forget } of listeners) forget(text);
    }
    await attempt(
      async () => queue.assertWorks(),
      (error) => fail('queue', error),
    );
    return failing;
  };
}

type Fail = (part: ReadinessPart, error: unknown) => void;
type Ask = <Row extends object>(text: string) => Promise<Row[]>;

/** Finds out which parts fail when not everything could be asked at once. */
async function findCause(ask: Ask, { needed, fail }: { needed: string; fail: Fail }): Promise<void> {
  const isThere = await attempt(
    () => ask('SELECT 1'),
    (noAnswer) => {
      for (const part of readinessParts) fail(part, noAnswer);
    },
  );
  if (!isThere) return;
  await attempt(
    () => assertWritable(ask),
    (refused) => fail('database_writable', refused),
  );
  await attempt(
    () => ask('SELECT version FROM pgboss.version'),
    (refused) => fail('queue', refused),
  );
  await attempt(
    async () => {
      const [row] = await ask<SchemaAnswer>(
        `SELECT schema_version() AS schema, ${serverVersionNumber} AS server`,
      );
      checkSchema(row, { needed, fail });
    },
    (refused) => fail('schema', refused),
  );
}

async function assertWritable(ask: Ask): Promise<void> {
  try {
    await ask('SELECT assert_writable()');
  } catch (error) {
    if (getCode(error) !== undefinedFunction) throw error;
    // A schema from before that function says it by its settings.
    const [row] = await ask<{ reading: boolean }>(
      "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS reading",
    );
    if (row?.reading) throw new NotReadyError('The database is read-only');
  }
}

/**
 * Migrations only grow, so a database may be ahead of a process, as during an update, but not behind it. Nor may its server be
 * one that does not understand what this version says.
 */
function checkSchema(
  answer: SchemaAnswer | undefined,
  { needed, fail }: { needed: string; fail: Fail },
): void {
  const oldServer = answer && toOldServerError(answer.server);
  const version = toSchemaVersion(answer?.schema ?? '');
  if (oldServer) fail('schema', oldServer);
  else if (version < needed)
    fail(
      'schema',
      new NotReadyError(`The database has the schema ${version || 'of no version'}, not ${needed}`),
    );
}

function checkLocks(locks: {
  hasSession: boolean;
  hasMoved: boolean;
  isLockFree: boolean;
  fail: Fail;
}): void {
  const { hasSession, hasMoved, isLockFree, fail } = locks;
  if (!hasSession) fail('locks', new NotReadyError('The session of the locks is gone'));
  else if (hasMoved || isLockFree)
    fail('locks', new NotReadyError('The locks of a session do not stay with it: is a pooler between?'));
}

/** Returns whether something worked, and says what it failed with. */
async function attempt(work: () => Promise<unknown>, onError: (error: unknown) => void): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    onError(error);
    return false;
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NotReadyError(`No answer within ${ms} ms`)), ms);
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

function getCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
