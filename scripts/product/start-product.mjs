import { once } from 'node:events';
import { join } from 'node:path';
import { lastWords } from '../process/last-words.mjs';
import { runTool } from '../process/run-tool.mjs';
import { root } from '../root.mjs';
import { installDependencies } from '../toolchain/dependencies.mjs';
import { turbo } from '../toolchain/turbo.mjs';
import { sentenceFor, Unusable } from '../unusable.mjs';
import { announce } from './announce.mjs';
import { connectDemoLogin } from './connect-demo-login.mjs';
import { consoleLines } from './console-lines.mjs';
import { localSecrets, openDataDir } from './data-dir.mjs';
import { startLocalDatabase } from './database.mjs';
import { productEnvironments } from './environments.mjs';
import { answers, reachableHost } from './health.mjs';
import { freePort, requireFreePort } from './ports.mjs';
import { createProcesses } from './processes.mjs';
import { readSettings } from './settings.mjs';

async function runOnce({ script, env, signal, advice = '' }) {
  const { ok, said } = await runTool({ command: process.execPath, args: [script], env, signal });
  if (!ok) throw new Unusable((lastWords(said) || `${script} ended without giving a reason.`) + advice);
}

function givenDatabase({ databaseUrl: url, databaseOwnerUrl: ownerUrl = url }) {
  return { url, ownerUrl };
}

/** How a process runs in development: started again when one of its files changes, and heard in the terminal. */
function watched(name) {
  return { isWatched: true, onOutput: consoleLines(name, console.log) };
}

/** Starts Vite at the product's address; what it does not serve itself it asks the API. */
function startWeb({ start, settings, env }) {
  const web = start({
    name: 'web',
    script: 'apps/web/node_modules/vite/bin/vite.js',
    cwd: join(root, 'apps/web'),
    env,
    onOutput: consoleLines('web', console.log),
  });
  return web.untilReady(answers(`http://${reachableHost(settings.host)}:${settings.port}/`));
}

/** As in the Dockerfile: how early the garbage of a worker is collected. */
const nodeArgs = { 'sync-worker': ['--max-semi-space-size=4'] };

async function startAll({ settings, secrets, start, signal }) {
  const { dataDir } = settings;
  const database = settings.databaseUrl
    ? givenDatabase(settings)
    : await startLocalDatabase({ start, dataDir, password: secrets.DATABASE_PASSWORD });
  const healthPort = await freePort();
  const environments = productEnvironments({ settings, secrets, database, healthPort });
  await runOnce({
    script: 'packages/db/src/migrate.main.ts',
    env: environments.migrate,
    signal,
    advice: settings.databaseUrl && ' (DATABASE_URL)',
  });

  const begin = (name, env, health) =>
    start({
      name,
      script: `apps/${name}/src/main.ts`,
      env,
      ...(settings.isDevelopment ? watched(name) : { nodeArgs: nodeArgs[name] }),
    }).untilReady(answers(health));
  await Promise.all([
    settings.sandbox && begin('sandbox', environments.sandbox, `${environments.sandboxUrl}/`),
    begin('api', environments.api, `http://${reachableHost(settings.host)}:${settings.apiPort}/readyz`),
    begin('sync-worker', environments.worker, `http://127.0.0.1:${healthPort}/readyz`),
    settings.isDevelopment && startWeb({ start, settings, env: environments.web }),
  ]);
  if (settings.isDevelopment && settings.demo)
    await connectDemoLogin({
      api: environments.web.API_ORIGIN,
      sandbox: environments.sandboxUrl,
      origin: environments.api.PUBLIC_URL,
      password: secrets.DEMO_PASSWORD,
      say: console.log,
    });
}

const notDocs = '--filter=!@picksync/docs';

/**
 * Builds the documentation while the product is already there: nobody waits for it, and /docs shows it when it is ready. What has
 * not changed is not built again.
 */
async function buildDocs(signal) {
  try {
    if (!(await turbo(['build', '--filter=@picksync/docs'], signal)))
      console.error(
        'The documentation could not be built; what it said stands above. The rest works without it.',
      );
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function prepare(settings, signal) {
  const command = settings.isDevelopment ? 'npm run dev' : 'npm start';
  await requireFreePort({ port: settings.port, name: 'PORT', host: settings.host, command });
  if (settings.sandbox) await requireFreePort({ port: settings.sandboxPort, name: 'SANDBOX_PORT', command });
  await installDependencies(signal);
  // In development Vite serves the web application. The console is the sandbox's page, and no part of a start without it.
  const parts = [
    notDocs,
    ...(settings.isDevelopment ? ['--filter=!@picksync/web'] : []),
    ...(settings.sandbox ? [] : ['--filter=!@picksync/sandbox']),
  ];
  if (!(await turbo(['generate', 'build', ...parts], signal)))
    throw new Unusable('The build failed; what it said stands above.');
}

/**
 * Starts every process of the product and stays until the signal is aborted. Returns the exit code. In development each is
 * started again when its files change, all are heard in the terminal, and Vite serves the web application.
 */
export async function startProduct(signal, { isDevelopment = false } = {}) {
  const settings = { ...readSettings(), isDevelopment };
  if (isDevelopment) settings.apiPort = await freePort();
  const { logDir, release } = openDataDir(settings.dataDir);
  const processes = createProcesses({ logDir, say: console.log, signal });
  const interrupted = once(signal, 'abort');
  const ending = new AbortController();
  let docs;
  try {
    await prepare(settings, signal);
    const { DEMO_PASSWORD } = settings.env;
    const secrets = { ...localSecrets(settings.dataDir), ...(DEMO_PASSWORD && { DEMO_PASSWORD }) };
    const started = startAll({ settings, secrets, start: processes.start, signal });
    await Promise.race([started, processes.givenUp, interrupted]);
    signal.throwIfAborted();
    announce({ settings, secrets, logDir });
    docs = buildDocs(AbortSignal.any([signal, ending.signal]));
    await Promise.race([processes.givenUp, interrupted]);
  } catch (error) {
    const sentence = sentenceFor(error);
    if (!signal.aborted && sentence === undefined) throw error;
    if (!signal.aborted) {
      console.error(sentence);
      return 1;
    }
  } finally {
    if (signal.aborted) console.log('\nStopping');
    ending.abort();
    await Promise.all([docs, processes.stop()]);
    release();
  }
  return 0;
}
