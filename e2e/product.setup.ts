import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

/** Resolves when the start command says that it is ready; rejects with what it said when it ends before. */
function ready(product: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Picksync is ready')) resolve();
    };
    product.stdout?.on('data', listen);
    product.stderr?.on('data', listen);
    product.once('exit', (code) => reject(new Error(`npm start ended with code ${code}:\n${said}`)));
  });
}

/** The whole product as a person starts it, on free ports and with data of its own; stopped after the last journey. */
// biome-ignore lint/style/noDefaultExport: Playwright reads its global set-up from the default export.
export default async function startProduct(): Promise<() => Promise<void>> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const dataDir = await mkdtemp(join(tmpdir(), 'picksync-e2e-'));
  // A folder that only root may enter would move the database elsewhere.
  await chmod(dataDir, 0o755);
  const product = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      NODE_OPTIONS: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await ready(product);
  process.env.PRODUCT_URL = `http://localhost:${port}`;
  process.env.SANDBOX_URL = `http://localhost:${sandboxPort}`;
  process.env.PRODUCT_DATABASE = join(dataDir, 'postgres');
  process.env.PRODUCT_LOGS = join(dataDir, 'logs');

  return async () => {
    product.kill('SIGTERM');
    if (product.exitCode === null) await once(product, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  };
}
