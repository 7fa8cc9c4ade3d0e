import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { type BenchProcess, startProcess } from './process.ts';
import { until } from './until.ts';

export type Worker = BenchProcess & { address: string };
export type Api = BenchProcess & { url: string };

function getPath(path: string) {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
const startWithin = 120_000;

/** Starts a sync worker. Resolves when it takes jobs. */
export async function startWorker(environment: Record<string, string>): Promise<Worker> {
  const worker = startProcess({
    script: getPath('apps/sync-worker/src/main.ts'),
    environment: { LOG_LEVEL: 'info', NODE_OPTIONS: '--max-semi-space-size=4', ...environment, PORT: '0' },
  });
  const started = () => worker.lines.find(({ address }) => address !== undefined)?.address;
  await until(() => started() !== undefined || isOver(worker), {
    within: startWithin,
    every: 2,
    what: 'the worker starts',
  });
  return { ...worker, address: started() ?? fail('The worker ended before it started') };
}

/** Starts the API. Resolves when it answers. It logs as in production, but to a file. */
export async function startApi(
  environment: Record<string, string>,
  { logFile, port, publicUrl }: { logFile: string; port?: number; publicUrl?: string },
): Promise<Api> {
  const chosen = port ?? (await freePort());
  const url = `http://127.0.0.1:${chosen}`;
  const api = startProcess({
    script: getPath('apps/api/src/main.ts'),
    logFile,
    environment: {
      LOG_LEVEL: 'info',
      STOP_DELAY_MS: '0',
      ...environment,
      PUBLIC_URL: publicUrl ?? url,
      PORT: String(chosen),
    },
  });
  const answers = async () =>
    isOver(api) || (await fetch(`${url}/api/health`).catch(() => undefined))?.ok === true;
  await until(answers, { within: startWithin, what: 'the API answers' });
  if (isOver(api)) fail('The API ended before it answered');
  return { ...api, url };
}

function isOver({ child }: ReturnType<typeof startProcess>) {
  return child.exitCode !== null || child.signalCode !== null;
}

function fail(problem: string): never {
  throw new Error(problem);
}
