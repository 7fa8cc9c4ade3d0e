import { openCluster, superuser } from './cluster.ts';
import { bundledPostgres } from './platform.ts';
import { settlePreviousRun } from './previous-run.ts';
import { reachableBinaries, reachableDataDir } from './reachable-places.ts';
import { chooseAccount } from './run-as.ts';
import { startServer } from './server.ts';

export type EmbeddedPostgres = {
  /** Of the maintenance database `postgres`; other databases differ only in the path. */
  url: string;
  pid: number;
  port: number;
  /** Ends open sessions and stops the server, usually within a second. */
  stop: () => Promise<void>;
  /** Settles when the server is gone, whether it was stopped or died. */
  exited: Promise<void>;
};

export type EmbeddedPostgresOptions = {
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
  const server = await startServer({
    cluster,
    native,
    account,
    durable,
    log,
    ...(port === undefined ? {} : { port }),
  });
  return {
    ...server,
    url: `postgresql://${superuser}:${cluster.password}@127.0.0.1:${server.port}/postgres`,
  };
}
