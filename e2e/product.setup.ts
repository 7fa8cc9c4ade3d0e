import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FullConfig } from '@playwright/test';
import { announceProducts, type Product } from './product.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Returns this many different free ports: none is released before all have been found. Another process may still take one
 * before the product has it.
 */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** Starts a product on these ports, on others where one of them is taken meanwhile. */
async function startOnFreePorts(ports: readonly number[], tries = 3): Promise<RunningProduct> {
  const [port = 0, sandboxPort = 0] = ports;
  try {
    return await startProduct({ port, sandboxPort });
  } catch (error) {
    const isTaken = error instanceof Error && /EADDRINUSE|is in use/.test(error.message);
    if (!isTaken || tries === 1) throw error;
    return startOnFreePorts(await freePorts(2), tries - 1);
  }
}

type RunningProduct = Product & { stop: () => Promise<void> };

const startedWithinMs = 300_000;

/** Resolves when the start command reports that it is ready; rejects with its output when it ends before. */
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

/** Starts the whole product with its start command, on free ports and with its own data. */
async function startProduct(ports: { port: number; sandboxPort: number }): Promise<RunningProduct> {
  const { port, sandboxPort } = ports;
  const dataDir = await mkdtemp(join(tmpdir(), 'picksync-e2e-'));
  // In a folder that only root may enter, the database would be moved elsewhere.
  await chmod(dataDir, 0o755);
  const product = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    env: {
      ...process.env,
      // Never a real database, account or mail: settings of the person who runs this must not get in, and an empty
      // value counts as not given.
      ENV_FILE: '/dev/null',
      DATABASE_URL: '',
      SMARTSHEET_CLIENT_ID: '',
      POSTMARK_TOKEN: '',
      NODE_ENV: '',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      NODE_OPTIONS: '',
      // All journeys come from one address and send more requests a minute than the users of one network.
      REQUESTS_PER_MINUTE: '6000',
      SIGN_INS_PER_MINUTE: '300',
    },
    // The IPC channel makes the product end when this process ends in any way.
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
 * Starts one product for each journey that runs at a time, and returns what stops them after the last journey. Sheets,
 * faults and limits belong to a whole product: nothing smaller keeps two journeys apart.
 */
// biome-ignore lint/style/noDefaultExport: Playwright reads its global set-up from the default export.
export default async function startProducts({ workers }: FullConfig): Promise<() => Promise<void>> {
  const ports = await freePorts(2 * workers);
  const starts = Array.from({ length: workers }, (_, index) =>
    startOnFreePorts(ports.slice(2 * index, 2 * index + 2)),
  );
  const settled = await Promise.allSettled(starts);
  const products = settled.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const stop = async () => {
    await Promise.all(products.map((running) => running.stop()));
  };
  const failed = settled.find((start) => start.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  announceProducts(products.map(({ stop: _, ...running }) => running));
  return stop;
}
