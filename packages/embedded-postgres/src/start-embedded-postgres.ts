import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, openCluster, superuser } from './cluster.ts';
import { bundledPostgres, EmbeddedPostgresError } from './platform.ts';
import { reachableBinaries, reachableDataDir } from './reachable-places.ts';
import { chooseAccount } from './run-as.ts';
import { startServer } from './server.ts';

export type EmbeddedPostgres = {
  /** Of the maintenance database `postgres`; other databases differ only in the path. */
  url: string;
  /** The same by a socket instead of the network, which costs both sides half as much; only of data that may be lost. */
  socketUrl: string | undefined;
  pid: number;
  port: number;
  /** Ends open sessions and stops the server, usually within a second. */
  stop: () => Promise<void>;
  /** Settles when the server is gone, whether it was stopped or died. */
  exited: Promise<void>;
};

type EmbeddedPostgresOptions = {
  /** Made when missing. Holds the cluster and its password; one server at a time may use it. */
  dataDir: string;
  /** A free one when not given. */
  port?: number;
  /** False trades safety for speed: after a crash the data may be gone. For tests. */
  durable?: boolean;
  /** What the server says, and where its files went if that is not where they were expected. */
  log?: (line: string) => void;
};

/**
 * Starts a real PostgreSQL from the binaries among our dependencies; nothing has to be installed. It listens on the
 * loopback only, behind a password kept in `dataDir`. As root it runs under an unprivileged account. It is stopped
 * when this process dies, however that happens. Throws `EmbeddedPostgresError` with one sentence for a person.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true, port, log = () => {} } = options;
  const account = chooseAccount();
  const native = reachableBinaries({ native: bundledPostgres(), account, log });
  const dataDir = reachableDataDir({ dataDir: options.dataDir, account, log });
  const cluster = await openCluster({ dataDir, native, account, durable });
  await settlePreviousRun(cluster.pgdata);
  const socketFolder = durable ? undefined : findSocketFolder(cluster);
  const server = await startServer({
    cluster,
    socketFolder,
    native,
    account,
    durable,
    log,
    ...(port === undefined ? {} : { port }),
  });
  const urlAt = (host: string) =>
    `postgresql://${superuser}:${cluster.password}@${host}:${server.port}/postgres`;
  return {
    ...server,
    url: urlAt('127.0.0.1'),
    socketUrl: socketFolder && urlAt(encodeURIComponent(socketFolder)),
  };
}

/** Returns where a socket can be: systems allow it a path of about a hundred bytes, and PostgreSQL takes no commas. */
function findSocketFolder({ pgdata }: Cluster): string | undefined {
  return /^[\w./-]{1,85}$/.test(pgdata) ? pgdata : undefined;
}

/** How long a server that is stopping may take. */
const stoppingTimeoutMs = 15_000;
/** How long a server needs to stop after the process that started it was killed (see `guardAgainstOurDeath`). */
const orphanTimeoutMs = 1_500;
const pollMs = 50;

/** Makes sure that no server runs on this cluster. The lock file of a server that was killed is removed when its
 * process id is free or has gone to some other program; PostgreSQL itself would refuse to start in the second case.
 */
async function settlePreviousRun(pgdata: string): Promise<void> {
  const started = Date.now();
  for (;;) {
    const owner = readLock(pgdata);
    if (!owner) return;
    if (!isServerIn(owner.pid, pgdata)) {
      rmSync(join(pgdata, 'postmaster.pid'), { force: true });
      return;
    }
    const patience = owner.status === 'stopping' ? stoppingTimeoutMs : orphanTimeoutMs;
    if (Date.now() - started > patience) {
      throw new EmbeddedPostgresError(
        `The database in ${pgdata} is already running (process ${owner.pid}). Stop the other Picksync first, or choose another DATA_DIR.`,
      );
    }
    await delay(pollMs);
  }
}

/** Lines of postmaster.pid: 1 the process id, 8 the state (`starting`, `ready`, `stopping`). */
function readLock(pgdata: string): { pid: number; status: string } | undefined {
  const file = join(pgdata, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' };
}

function isServerIn(pid: number, pgdata: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  return commandLine(pid).includes(pgdata);
}

function commandLine(pid: number): string {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  }
  return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout ?? '';
}
