import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { childEnvironment, root, turbo } from '../toolchain.mjs';
import { Unusable } from '../unusable.mjs';
import { productEnvironments } from './environments.mjs';
import { requireFreePort } from './ports.mjs';
import { supervise } from './process.mjs';
import { localSecrets, makeDataDir, readSettings } from './settings.mjs';

const demoPassword = 'Spruce-Harbor-42';

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

async function waitUntilHealthy(process, url) {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (!process.running()) break;
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Unusable(`${process.name} did not become ready.`);
}

function runOnce(name, script, env) {
  const { status, stderr } = spawnSync(process.execPath, [join(root, script)], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Unusable(`${name} failed: ${stderr.trim().split('\n')[0] ?? 'no reason given'}`);
}

/** Starts the embedded PostgreSQL, which says its address on standard output in one line of JSON. */
function startDatabase(start, settings) {
  return new Promise((resolve, reject) => {
    let text = '';
    const process = start({
      name: 'database',
      script: 'packages/db/src/embedded.main.ts',
      restart: false,
      env: { ...childEnvironment(), DATA_DIR: settings.dataDir },
      onLine: (chunk) => {
        text += chunk;
        const line = text.split('\n').find((candidate) => candidate.startsWith('{"url"'));
        if (line) resolve({ process, url: JSON.parse(line).url });
      },
      onGivenUp: () => reject(new Unusable(`The database did not start: ${text.trim().split('\n').at(-1)}`)),
    });
  });
}

async function startAll(settings, start) {
  await requireFreePort(settings.port, 'PORT');
  if (settings.sandbox) await requireFreePort(settings.sandboxPort, 'SANDBOX_PORT');
  makeDataDir(settings.dataDir);
  const secrets = localSecrets(settings.dataDir);
  if (!turbo(['generate', 'build'])) throw new Unusable('The web build failed; what it said stands above.');

  const url = settings.databaseUrl ?? (await startDatabase(start, settings)).url;
  const healthPort = await freePort();
  const environments = productEnvironments({ settings, secrets, databaseUrl: url, healthPort });
  runOnce('Preparing the database', 'packages/db/src/migrate.main.ts', environments.migrate);
  const begun = [];
  if (settings.sandbox) {
    const sandbox = start({ name: 'sandbox', script: 'apps/sandbox/src/main.ts', env: environments.sandbox });
    begun.push([sandbox, `http://127.0.0.1:${settings.sandboxPort}/`]);
    runOnce('Making the demo logins', 'apps/api/src/seed-demo.main.ts', {
      ...environments.api,
      DEMO_PASSWORD: demoPassword,
    });
  }
  const api = start({ name: 'api', script: 'apps/api/src/main.ts', env: environments.api });
  const worker = start({
    name: 'sync-worker',
    script: 'apps/sync-worker/src/main.ts',
    env: environments.worker,
  });
  begun.push(
    [api, `http://127.0.0.1:${settings.port}/api/health`],
    [worker, `http://127.0.0.1:${healthPort}/healthz`],
  );
  await Promise.all(begun.map(([process, address]) => waitUntilHealthy(process, address)));
}

function announce(settings) {
  console.log(`\nPicksync is ready: http://localhost:${settings.port}`);
  if (settings.sandbox) {
    console.log(
      `  Sandbox, in place of Smartsheet and the mail provider: http://localhost:${settings.sandboxPort}`,
    );
    console.log(`  Demo logins: demo@picksync.example and admin@picksync.example, password ${demoPassword}`);
  }
  console.log(`  Logs: ${join(settings.dataDir, 'logs')}`);
  console.log('  Stop with Ctrl-C.');
}

/** Starts every process of the product and stays until it is told to stop. */
export async function startProduct() {
  const settings = readSettings();
  const processes = [];
  const logDir = join(settings.dataDir, 'logs');
  let ending;

  // Last started, first stopped: nobody loses the database under their feet.
  const end = (code) => {
    ending ??= (async () => {
      for (const process of processes.toReversed()) await process.stop();
      process.exit(code);
    })();
    return ending;
  };
  const start = (options) => {
    const onGivenUp = ({ name }) => {
      console.error(`${name} cannot go on. Its log: ${join(logDir, `${name}.log`)}`);
      end(1);
    };
    const process = supervise({ logDir, onGivenUp, ...options });
    processes.push(process);
    return process;
  };

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0));
  try {
    await startAll(settings, start);
    if (!ending) announce(settings);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    if (!ending) console.error(error.message);
    await end(1);
  }
}
