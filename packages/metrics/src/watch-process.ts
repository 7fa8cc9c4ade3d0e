import {
  createReadinessCheck,
  type Database,
  type Duty,
  type ListenerProof,
  type Maintenance,
  type PoolState,
  type PrismaClient,
  type Queue,
  readinessParts,
  toPoolState,
} from '@picksync/db';
import { type BuildInfo, createReadiness, type Readiness } from '@picksync/process';
import type { Metrics } from './create-metrics.ts';
import { measureProcess } from './measure-process.ts';
import { createReadFigures } from './read-figures.ts';

type Options = {
  process: 'api' | 'sync-worker';
  build: BuildInfo;
  metrics: Metrics;
  log: Parameters<typeof createReadiness>[0]['log'];
  db: PrismaClient;
  pool: Database['pool'];
  /** How many connections the pool may have. */
  poolSize: number;
  queue: Queue;
  maintenance: Maintenance;
  /** Of connections that listen besides the queue's. */
  proofs?: { live?: ListenerProof };
  /** What other connections do. */
  pools?: { locks?: () => PoolState };
  /** How long the database may take for one answer. */
  timeoutMs: number;
  /** The name of the key that seals from now on. */
  currentKey: string;
  /** After how many seconds the oldest job of a queue is late. */
  queueLimits: { usual: number; urgent: number };
};

/**
 * Returns what tells operators how a process is, for the ports where they ask: whether it is ready, and the duty of the one
 * process that exports what is read from the database. What the process knows of itself is added to its metrics.
 */
export function watchProcess(options: Options): {
  readiness: Readiness<(typeof readinessParts)[number]>;
  readFigures: Duty;
} {
  const { process, build, metrics, log, pool, poolSize, queue, proofs = {}, pools = {}, timeoutMs } = options;
  const check = createReadinessCheck({ pool, queue, proofs: Object.values(proofs), timeoutMs });
  // Made for another schema, and nothing else is wrong: an update that has begun too early. Others may be of the version before.
  const isUnfit = (failing: ReadonlyMap<string, Error>) => failing.size === 1 && failing.has('schema');
  const readiness = createReadiness({ parts: readinessParts, check, log, isUnfit });
  measureProcess(metrics, {
    process,
    build,
    readiness,
    maintenance: options.maintenance,
    pools: { prisma: () => toPoolState(pool, poolSize), queue: queue.connections, ...pools },
    proofs: { queue: queue.proof, ...proofs },
  });
  return { readiness, readFigures: createReadFigures(metrics, options) };
}
