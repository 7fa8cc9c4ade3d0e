import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { type Cluster, cleanEnvironment } from './cluster.ts';
import { EmbeddedPostgresError, programs } from './platform.ts';
import { ids, type RunAs } from './run-as.ts';

const READY = 'database system is ready to accept connections';
const PORT_TAKEN = /could not (bind|create any TCP\/IP sockets)/;
const STOP_PATIENCE_MS = 10_000;

export interface Server {
  pid: number;
  port: number;
  /** Ends open sessions and stops. May be called more than once. */
  stop: () => Promise<void>;
  /** Settles when the process is gone, asked or not. */
  exited: Promise<void>;
}

const always = {
  listen_addresses: '127.0.0.1',
  // Loopback with a password is enough, and socket paths have a length limit that project folders break.
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  jit: 'off',
  // Errors go to whoever caused them. Their text holds row values, which must not reach a log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
};

/** For data nobody wants back after a crash. */
const throwaway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum_naptime: '1h',
};

/** Starts the server of a cluster and waits until it takes connections. */
export async function startServer(options: {
  cluster: Cluster;
  native: string;
  account: RunAs;
  durable: boolean;
  port?: number;
  log: (line: string) => void;
}): Promise<Server> {
  // A port that was free a moment ago can be gone; one that was asked for is not traded for another.
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const outcome = await launch({ ...options, port });
    if (typeof outcome !== 'string') return outcome;
    if (!PORT_TAKEN.test(outcome) || options.port !== undefined || attempt === 5) {
      throw new EmbeddedPostgresError(`The database did not start: ${outcome}`);
    }
  }
}

/** Answers the server, or the reason why there is none. */
function launch(options: {
  cluster: Cluster;
  native: string;
  account: RunAs;
  durable: boolean;
  port: number;
  log: (line: string) => void;
}): Promise<Server | string> {
  const { cluster, native, account, durable, port, log } = options;
  const settings = Object.entries({ ...always, ...(durable ? {} : throwaway), port: String(port) });
  const child = spawn(
    programs(native).postgres,
    ['-D', cluster.pgdata, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...ids(account),
      cwd: '/',
      env: cleanEnvironment,
      stdio: ['ignore', 'ignore', 'pipe'],
      // In a session of its own: a Ctrl-C in the terminal is for us, and we stop the server last.
      detached: true,
    },
  );
  return new Promise((resolve, reject) => {
    let lastProblem = '';
    child.on('error', reject);
    const exited = new Promise<void>((done) => child.once('exit', () => done()));
    const guard = guardAgainstOurDeath(child.pid);
    exited.then(() => guard.kill('SIGKILL'));
    createInterface({ input: child.stderr }).on('line', (line) => {
      log(line);
      if (/FATAL|PANIC|could not/.test(line)) lastProblem = line;
      if (line.includes(READY)) resolve(running({ child, port, exited }));
    });
    child.once('close', (code) => resolve(lastProblem || `it ended with code ${code}.`));
  });
}

function running({ child, port, exited }: { child: ChildProcess; port: number; exited: Promise<void> }) {
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    child.kill('SIGINT');
    const patience = setTimeout(() => child.kill('SIGQUIT'), STOP_PATIENCE_MS);
    await exited;
    clearTimeout(patience);
  };
  return {
    pid: child.pid ?? 0,
    port,
    exited,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/**
 * A shell that waits for the end of its standard input, which comes when this process is gone for whatever reason,
 * `kill -9` included, and then stops the server in our place.
 */
function guardAgainstOurDeath(pid = 0): ChildProcess {
  const script =
    'cat >/dev/null; kill -INT "$1"; for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$1" 2>/dev/null || exit 0; sleep 1; done; kill -QUIT "$1"';
  const guard = spawn('/bin/sh', ['-c', script, 'sh', String(pid)], {
    cwd: '/',
    env: cleanEnvironment,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  return guard;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
