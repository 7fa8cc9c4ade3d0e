import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FullConfig } from '@playwright/test';
import { announceProducts, type Product } from './product.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

type RunningProduct = Product & { stop: () => Promise<void> };

const startedWithinMs = 120_000;

/** Resolves when the start command says that it is ready; rejects with what it said when it ends before. */
function ready(product: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const tooLong = setTimeout(
      () => reject(new Error(`npm start did not become ready:\n${said}`)),
      startedWithinMs,
    );
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      if (!said.includes('Picksync is ready')) return;
      clearTimeout(tooLong);
      resolve();
    };
    product.stdout?.on('data', listen);
    product.stderr?.on('data', listen);
    product.once('exit', (code) => {
      clearTimeout(tooLong);
      reject(new Error(`npm start ended with code ${code}:\n${said}`));
    });
  });
}

/** Starts the whole product as a person does, on free ports and with data of its own. */
async function startProduct(): Promise<RunningProduct> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const dataDir = await mkdtemp(join(tmpdir(), 'picksync-e2e-'));
  // A folder that only root may enter would move the database elsewhere.
  await chmod(dataDir, 0o755);
  const product = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    env: {
      ...process.env,
      // Never a real database, account or mail: what a person has set for themselves stays out, and empty is not given.
      ENV_FILE: '/dev/null',
      DATABASE_URL: '',
      SMARTSHEET_CLIENT_ID: '',
      POSTMARK_TOKEN: '',
      NODE_ENV: '',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      NODE_OPTIONS: '',
      // All journeys come from one address, more of them in a minute than people of one network.
      REQUESTS_PER_MINUTE: '6000',
      SIGN_INS_PER_MINUTE: '300',
    },
    // The channel ends the product when this process is gone, for whatever reason.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const stop = async () => {
    product.kill('SIGTERM');
    if (product.exitCode === null && product.signalCode === null) await once(product, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  };
  await ready(product).catch(async (error) => {
    await stop();
    throw error;
  });
  return {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    databaseDir: join(dataDir, 'postgres'),
    stop,
  };
}

/**
 * Starts one product for each journey that runs at a time, one after the other, and returns what stops them after the
 * last journey. Sheets, faults and limits belong to a whole product: nothing smaller keeps two journeys apart.
 */
// biome-ignore lint/style/noDefaultExport: Playwright reads its global set-up from the default export.
export default async function startProducts({ workers }: FullConfig): Promise<() => Promise<void>> {
  const products: RunningProduct[] = [];
  const stop = async () => {
    await Promise.all(products.map((running) => running.stop()));
  };
  try {
    // Not at once: the second would only wait for the build of the first, and its free ports might be the first one's.
    while (products.length < workers) products.push(await startProduct());
  } catch (error) {
    await stop();
    throw error;
  }
  announceProducts(products.map(({ stop: _, ...running }) => running));
  return stop;
}
