import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSealer,
  type Database,
  openDatabase,
  openQueue,
  parseSealingKeys,
  type Queue,
  type Sealer,
} from '@picksync/db';
import { startSandbox, type TestSandbox } from '@picksync/sync-engine/testing';
import type { BenchPostgres } from './postgres.ts';
import { type Api, startApi, startWorker, type Worker } from './product.ts';

/** An empty database, sandbox and queue, and the product's processes on demand. */
export type Stage = Database & {
  postgres: BenchPostgres;
  url: string;
  sandbox: TestSandbox;
  queue: Queue;
  sealer: Sealer;
  /** The settings that every process of the product needs here. */
  environment: Record<string, string>;
  startWorker: (settings?: Record<string, string>) => Promise<Worker>;
  /** The log file of this stage's APIs. */
  apiLogFile: string;
  startApi: (settings?: Record<string, string>, at?: { port: number; publicUrl?: string }) => Promise<Api>;
  /** Registers work for the end of the stage, which is done in reverse order. */
  atEnd: (close: () => Promise<unknown>) => void;
};

type Settings = { postgres: BenchPostgres; sandbox?: Record<string, string> };

/** Opens a stage, calls `work` with it, and always cleans up afterwards. */
export async function onStage<T>(settings: Settings, work: (stage: Stage) => Promise<T>): Promise<T> {
  const closers: (() => Promise<unknown>)[] = [];
  const atEnd: Stage['atEnd'] = (close) => closers.push(close);
  try {
    return await work(await openStage(settings, atEnd));
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

const endsWithParent = new URL('ends-with-parent.ts', import.meta.url);

async function openStage(
  { postgres, sandbox: sandboxSettings = {} }: Settings,
  atEnd: Stage['atEnd'],
): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), `picksync-bench-${process.pid}-`));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const url = await postgres.newDatabase();
  atEnd(() => postgres.dropDatabase(url));
  const database = openDatabase({ url, poolSize: 8 });
  atEnd(database.close);
  const sandbox = await startSandbox({ NODE_OPTIONS: `--import=${endsWithParent}`, ...sandboxSettings });
  atEnd(sandbox.stop);
  const queue = await openQueue({ url, onError: () => {} });
  atEnd(() => queue.stop({ graceMs: 0 }));
  const environment = environmentFor({ url, sandbox });

  const apiLogFile = join(folder, 'api.log');

  return {
    ...database,
    postgres,
    url,
    sandbox,
    queue,
    sealer: createSealer(parseSealingKeys(environment.SEALING_KEYS)),
    environment,
    apiLogFile,
    startWorker: async (settings = {}) => {
      const worker = await startWorker({ ...environment, ...settings });
      atEnd(() => worker.end('SIGKILL'));
      return worker;
    },
    startApi: async (settings = {}, at) => {
      const api = await startApi({ ...environment, ...settings }, { logFile: apiLogFile, ...at });
      atEnd(() => api.end('SIGKILL'));
      return api;
    },
    atEnd,
  };
}

function environmentFor({ url, sandbox }: { url: string; sandbox: TestSandbox }) {
  return {
    DATABASE_URL: url,
    SEALING_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    SECRET: randomBytes(32).toString('base64url'),
    PUBLIC_URL: 'http://127.0.0.1:9',
    SMARTSHEET_CLIENT_ID: 'picksync-local',
    SMARTSHEET_CLIENT_SECRET: 'sandbox-secret',
    SMARTSHEET_API_BASE: sandbox.apiBase,
    SMARTSHEET_AUTHORIZE_BASE: `${sandbox.url}/b/authorize`,
    DEMO_PASSWORD: 'Bench-and-press-42!',
    POSTMARK_TOKEN: 'sandbox',
    POSTMARK_HOST: new URL(sandbox.url).host,
  };
}
