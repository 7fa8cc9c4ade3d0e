import { once } from 'node:events';
import { lastWords } from '../process/last-words.mjs';
import { runTool } from '../process/run-tool.mjs';
import { installDependencies } from '../toolchain/dependencies.mjs';
import { turbo } from '../toolchain/turbo.mjs';
import { sentenceFor, Unusable } from '../unusable.mjs';
import { announce } from './announce.mjs';
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
    start({ name, script: `apps/${name}/src/main.ts`, env }).untilReady(answers(health));
  await Promise.all([
    settings.sandbox && begin('sandbox', environments.sandbox, `${environments.sandboxUrl}/`),
    begin('api', environments.api, `http://${reachableHost(settings.host)}:${settings.port}/api/health`),
    begin('sync-worker', environments.worker, `http://127.0.0.1:${healthPort}/healthz`),
  ]);
}

async function prepare(settings, signal) {
  await requireFreePort({ port: settings.port, name: 'PORT', host: settings.host });
  if (settings.sandbox) await requireFreePort({ port: settings.sandboxPort, name: 'SANDBOX_PORT' });
  await installDependencies(signal);
  if (!(await turbo(['generate', 'build'], signal)))
    throw new Unusable('The build failed; what it said stands above.');
}

/** Starts every process of the product and stays until the signal is aborted. Returns the exit code. */
export async function startProduct(signal) {
  const settings = readSettings();
  const { logDir, release } = openDataDir(settings.dataDir);
  const processes = createProcesses({ logDir, say: console.log, signal });
  const interrupted = once(signal, 'abort');
  try {
    await prepare(settings, signal);
    const { DEMO_PASSWORD } = settings.env;
    const secrets = { ...localSecrets(settings.dataDir), ...(DEMO_PASSWORD && { DEMO_PASSWORD }) };
    const started = startAll({ settings, secrets, start: processes.start, signal });
    await Promise.race([started, processes.givenUp, interrupted]);
    signal.throwIfAborted();
    announce({ settings, secrets, logDir });
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
    await processes.stop();
    release();
  }
  return 0;
}
