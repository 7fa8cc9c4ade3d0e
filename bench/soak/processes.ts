import type { LogLine } from '../stage/process.ts';
import type { Api, Worker } from '../stage/product.ts';
import type { Stage } from '../stage/stage.ts';
import { openTcpProxy, type TcpProxy } from '../stage/tcp-proxy.ts';
import { until } from '../stage/until.ts';
import { type CallbackProxy, openCallbackProxy } from './callback-proxy.ts';
import type { Random } from './random.ts';

/** The product's processes, which come and go while it soaks. */
export type Processes = {
  callbacks: CallbackProxy;
  /** Kills a worker in the middle of whatever it does, and starts another. */
  killWorker: (random: Random) => Promise<void>;
  /** Stops a worker for a while, as a machine that is suspended does. */
  stopWorker: (random: Random) => void;
  /** Lets all stopped workers go on. */
  wakeAll: () => void;
  /** Starts a worker and ends another in order, as a new version does. */
  replaceWorker: (random: Random) => Promise<void>;
  killApi: () => Promise<void>;
  /** Where the API answers now; another place after each kill. */
  apiUrl: () => string;
  /** The proxies between the workers and Smartsheet, the workers and the database, and the API and the database. */
  proxies: { smartsheet: TcpProxy; database: TcpProxy; apiDatabase: TcpProxy };
  restoreProxies: () => void;
  /** Tells who has ended without being asked to. */
  missing: () => string[];
  /** Every line that a worker has logged. */
  workerLines: () => LogLine[];
};

/** A process is given this much time to come up on a machine that is busy, and while its database is away. */
const startWithinMs = 300_000;

/** Starts an API, the address for its callbacks and some workers, all of them as in production. */
export async function startProcesses(stage: Stage, workerCount: number): Promise<Processes> {
  const callbacks = await openCallbackProxy();
  stage.atEnd(callbacks.close);
  const settings = { SMARTSHEET_CALLBACK_BASE: callbacks.url, LOG_LEVEL: 'debug' };
  const proxies = {
    smartsheet: await openTcpProxy(stage.sandbox.url),
    database: await openTcpProxy(stage.url),
    apiDatabase: await openTcpProxy(stage.url),
  };
  for (const proxy of Object.values(proxies)) stage.atEnd(proxy.close);
  const throughProxies = {
    ...settings,
    DATABASE_URL: proxies.database.through(stage.url),
    SMARTSHEET_API_BASE: proxies.smartsheet.through(stage.sandbox.apiBase),
  };
  const everyone: Worker[] = [];
  const startWorker = async (random?: Random) => {
    const settingsOfOne = { ...throughProxies, ...getClockSettings(random) };
    const worker = await startUntilUp(() => stage.startWorker(settingsOfOne), 'a worker starts');
    everyone.push(worker);
    return worker;
  };
  const workers = await Promise.all(Array.from({ length: workerCount }, () => startWorker()));
  const stopped = new Set<Worker>();
  const settingsOfApi = { ...settings, DATABASE_URL: proxies.apiDatabase.through(stage.url) };
  let api = await startApi(stage, settingsOfApi);
  callbacks.leadTo(api.url);
  const wake = (worker: Worker) => {
    if (stopped.delete(worker)) process.kill(worker.pid, 'SIGCONT');
  };

  return {
    callbacks,
    killWorker: async (random) => {
      const victim = random.pick(workers);
      workers.splice(workers.indexOf(victim), 1);
      stopped.delete(victim);
      await victim.end('SIGKILL');
      workers.push(await startWorker(random));
    },
    stopWorker: (random) => {
      // Somebody has to be left to take over.
      const victim = random.pick(workers);
      const restMs = 5_000 + random.below(10_000);
      const running = workers.filter((worker) => !stopped.has(worker));
      if (running.length < 2 || stopped.has(victim)) return;
      stopped.add(victim);
      process.kill(victim.pid, 'SIGSTOP');
      setTimeout(() => wake(victim), restMs).unref();
    },
    wakeAll: () => {
      for (const worker of [...stopped]) wake(worker);
    },
    replaceWorker: async (random) => {
      const old = random.pick(workers);
      wake(old);
      workers.splice(workers.indexOf(old), 1, await startWorker(random));
      await old.end('SIGTERM');
    },
    killApi: async () => {
      callbacks.leadTo(undefined);
      await api.end('SIGKILL');
      api = await startApi(stage, settingsOfApi);
      callbacks.leadTo(api.url);
    },
    apiUrl: () => api.url,
    proxies,
    restoreProxies: () => {
      for (const proxy of Object.values(proxies)) proxy.restore();
    },
    missing: () => [
      ...workers.filter(({ pid }) => !isAlive(pid)).map(({ pid }) => `worker ${pid}`),
      ...(isAlive(api.pid) ? [] : ['the API']),
    ],
    workerLines: () => everyone.flatMap(({ lines }) => lines),
  };
}

const shiftedClock = new URL('../../apps/sync-worker/src/testing/shifted-clock.ts', import.meta.url);

/** A new worker's machine may be minutes or hours ahead or behind. */
function getClockSettings(random: Random | undefined): Record<string, string> {
  const minutes = random?.pick([0, 0, 3, -3, 120, -120]) ?? 0;
  if (minutes === 0) return {};
  return { NODE_OPTIONS: `--import=${shiftedClock}`, CLOCK_SHIFT_MS: String(minutes * 60_000) };
}

function startApi(stage: Stage, settings: Record<string, string>): Promise<Api> {
  const start = () => stage.startApi({ ...settings, CALLBACKS_PER_MINUTE: '1000000' });
  return startUntilUp(start, 'the API starts');
}

/** Starts a process as a supervisor does: again for as long as it ends at its start, because its database is away. */
async function startUntilUp<Process>(start: () => Promise<Process>, what: string): Promise<Process> {
  let started: Process | undefined;
  const tryToStart = async () => {
    started = await start().catch(() => undefined);
    return started !== undefined;
  };
  await until(tryToStart, { within: startWithinMs, what });
  if (!started) throw new Error(`In vain: ${what}`);
  return started;
}

/** A process that has ended is found by its state, because its id may linger. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
