import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, cleanEnvironment } from './cluster.ts';
import { EmbeddedPostgresError, programs } from './platform.ts';
import { ids, type RunAs } from './run-as.ts';
import { serverSettings } from './server-settings.ts';

/** A standby takes read-only ones. */
const readyMessage = /database system is ready to accept (?:read-only )?connections/;
const portTaken = /could not create any TCP\/IP sockets/;
/** Sessions of a server that was killed end when they notice it; one that runs a statement notices it afterwards. */
const sessionsLeft = /pre-existing shared memory block .* is still in use/;
const sessionsLeftTimeoutMs = 30_000;
const sessionsLeftPollMs = 200;
const problem = /(?:FATAL|PANIC):\s+(.*)/;
const stopTimeoutMs = 10_000;

export type Server = {
  pid: number;
  port: number;
  /** Ends open sessions and stops. May be called more than once. */
  stop: () => Promise<void>;
  /** Settles when the process is gone, whether it was stopped or not. */
  exited: Promise<void>;
};

type Launch = {
  cluster: Cluster;
  native: string;
  account: RunAs;
  durable: boolean;
  port: number;
  socketFolder: string | undefined;
  log: (line: string) => void;
};

/** Starts the server of a cluster and waits until it takes connections. */
export async function startServer(options: Omit<Launch, 'port'> & { port?: number }): Promise<Server> {
  const started = Date.now();
  // A port that was free a moment ago can be gone; one that was given is not replaced by another.
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const outcome = await launch({ ...options, port });
    if (typeof outcome !== 'string') return outcome;
    if (sessionsLeft.test(outcome) && Date.now() - started < sessionsLeftTimeoutMs) {
      await delay(sessionsLeftPollMs);
      continue;
    }
    if (!portTaken.test(outcome) || options.port !== undefined || attempt === 5) {
      throw new EmbeddedPostgresError(`The database did not start: ${outcome}`);
    }
  }
}

/** Returns the server, or the reason why there is none. */
function launch(options: Launch): Promise<Server | string> {
  const { cluster, native, account, port, log } = options;
  const child = spawn(programs(native).postgres, ['-D', cluster.pgdata, ...serverSettings(options)], {
    ...ids(account),
    cwd: '/',
    env: cleanEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
    // In its own session: Ctrl-C in the terminal goes to us only, and we stop the server last.
    detached: true,
  });
  return new Promise((resolve, reject) => {
    let lastProblem = '';
    child.on('error', reject);
    const exited = new Promise<void>((done) => child.once('exit', () => done()));
    if (child.pid !== undefined) {
      const guard = guardAgainstOurDeath(child.pid);
      exited.then(() => guard.kill('SIGKILL'));
    }
    createInterface({ input: child.stderr }).on('line', (line) => {
      log(line);
      lastProblem = problem.exec(line)?.[1] ?? lastProblem;
      if (readyMessage.test(line)) resolve(running({ child, port, exited }));
    });
    child.once('close', (code) => resolve(lastProblem || `it ended with code ${code}.`));
  });
}

function running({ child, port, exited }: { child: ChildProcess; port: number; exited: Promise<void> }) {
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    child.kill('SIGINT');
    const patience = setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs);
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

/** Returns a port that was free on the loopback a moment ago. */
export function freePort(): Promise<number> {
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

/**
 * Starts a shell that stops the server when its standard input ends. That happens when this process ends in any way,
 * also by `kill -9`.
 */
export function guardAgainstOurDeath(pid: number): ChildProcess {
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
