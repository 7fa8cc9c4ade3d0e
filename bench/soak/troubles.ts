import { setTimeout as pause } from 'node:timers/promises';
import type { SoakScene } from './people.ts';
import type { Processes } from './processes.ts';
import { retryForAMinute } from './retry-for-a-minute.ts';

export type Trouble = {
  weight: number;
  name: string;
  /** Throws `Breach` for what must not happen even meanwhile. */
  make: (scene: SoakScene, processes: Processes) => Promise<void>;
};

/** Something that must not happen, whatever else does. */
export class Breach extends Error {}

const reads = ['sheets.get'];
const writes = ['columns.update'];

/** What breaks. Each is over when the round is; several may be on at once, but of Smartsheet's the last one counts. */
export const troubles: Trouble[] = [
  { weight: 3, name: 'kill -9 of a worker', make: killWorker },
  { weight: 2, name: 'a worker is stopped for a while', make: stopWorker },
  {
    weight: 2,
    name: 'a worker is replaced',
    make: (scene, processes) => processes.replaceWorker(scene.random),
  },
  { weight: 2, name: 'kill -9 of the API', make: (_scene, processes) => processes.killApi() },
  { weight: 1, name: 'PostgreSQL restarts', make: restartPostgres('restart') },
  { weight: 1, name: 'PostgreSQL crashes', make: restartPostgres('crash') },
  { weight: 1, name: 'PostgreSQL is away for some seconds', make: loseDatabase },
  { weight: 2, name: 'the disk of the database is full', make: fillDisk },
  { weight: 3, name: 'the database ends all connections', make: endConnections },
  { weight: 2, name: 'a storm of 429s', make: storm },
  { weight: 6, name: 'Smartsheet answers with errors', make: errors },
  { weight: 4, name: 'connections to Smartsheet are cut off', make: resets },
  { weight: 4, name: 'bodies are truncated, HTML, errors', make: bodies },
  { weight: 4, name: 'reads are not whole', make: strangeRows },
  { weight: 2, name: 'lists of sheets come in parts', make: partLists },
  {
    weight: 2,
    name: 'new tokens live for half a minute',
    make: (scene) =>
      faults(scene, { tokenLifetimeSeconds: 30, tokenLifetimeHidden: scene.random.chance(0.5) }),
  },
  { weight: 3, name: 'Smartsheet is slow', make: slow },
  { weight: 1, name: 'Smartsheet does not answer', make: hang },
  { weight: 2, name: 'the line to Smartsheet falls silent', make: silence('smartsheet') },
  { weight: 3, name: 'the line to Smartsheet is cut', make: cut('smartsheet') },
  { weight: 1, name: 'the line to the database falls silent', make: silence('database') },
  { weight: 2, name: 'the line to the database is cut', make: cut('database') },
  { weight: 2, name: 'the line of the API to the database falls silent', make: silence('apiDatabase') },
  { weight: 1, name: 'the line of the API to the database is cut', make: cut('apiDatabase') },
  { weight: 3, name: 'callbacks get lost', make: loseCallbacks },
  {
    weight: 4,
    name: 'callbacks come again',
    make: (scene, processes) => processes.callbacks.repeat(1 + scene.random.below(9)),
  },
  { weight: 3, name: 'callbacks are forged', make: forgeCallbacks },
  { weight: 2, name: 'Smartsheet disables a webhook', make: disableWebhook },
  { weight: 3, name: 'tokens expire', make: expireTokens },
  { weight: 4, name: 'Smartsheet works again', make: (scene) => faults(scene, {}) },
];

async function faults({ stage, model, random }: SoakScene, wanted: object): Promise<void> {
  const emails = model.accounts.map(({ email }) => email);
  const accounts = random.chance(0.5) ? emails : [random.pick(emails)];
  await stage.sandbox.faults({ ...wanted, accounts });
}

function partLists(scene: SoakScene): Promise<void> {
  return faults(scene, { sheetList: scene.random.pick(['pages', 'tokens', 'cut']) });
}

async function killWorker({ model, random }: SoakScene, processes: Processes): Promise<void> {
  model.excuses.interruptions += 1;
  model.excuses.mayLoseConnection = true;
  await processes.killWorker(random);
}

async function stopWorker({ model, random }: SoakScene, processes: Processes): Promise<void> {
  model.excuses.interruptions += 1;
  model.excuses.hasStoppedWorker = true;
  model.excuses.mayLoseConnection = true;
  processes.stopWorker(random);
}

function restartPostgres(how: 'restart' | 'crash') {
  return async ({ stage, model }: SoakScene) => {
    model.excuses.interruptions += 1;
    model.excuses.mayLoseConnection = true;
    await stage.postgres[how]();
    await retryForAMinute(() => stage.pool.query('SELECT 1'));
  };
}

async function loseDatabase({ stage, model, random }: SoakScene): Promise<void> {
  model.excuses.interruptions += 1;
  model.excuses.mayLoseConnection = true;
  // Who cannot reach the database is taken for dead, and its calls may still be under way.
  model.excuses.hasStoppedWorker = true;
  await stage.postgres.restart(2_000 + random.below(8_000));
  await retryForAMinute(() => stage.pool.query('SELECT 1'));
}

const writtenTables = [
  'automations',
  'automation_runs',
  'provider_events',
  'sheets',
  'smartsheet_connections',
];

/** For a while PostgreSQL refuses what it has no room for, or may not write. */
async function fillDisk({ stage, model, random }: SoakScene): Promise<void> {
  model.excuses.interruptions += 1;
  model.excuses.mayLoseConnection = true;
  const code = random.pick(['53100', '25006']);
  // What the triggers do is replaced without a lock on their tables.
  const beforeWrites = (statement: string) =>
    retryForAMinute(() =>
      stage.pool.query(`
        CREATE OR REPLACE FUNCTION before_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; END $$`),
    );
  await beforeWrites('RETURN NULL');
  for (const table of writtenTables) {
    const trigger = `CREATE OR REPLACE TRIGGER before_write BEFORE INSERT OR UPDATE ON ${table}`;
    await retryForAMinute(() => stage.pool.query(`${trigger} EXECUTE FUNCTION before_write()`));
  }
  await beforeWrites(`RAISE EXCEPTION 'could not write' USING ERRCODE = '${code}'`);
  await pause(500 + random.below(4_000));
  await beforeWrites('RETURN NULL');
}

async function endConnections({ stage, model }: SoakScene): Promise<void> {
  model.excuses.interruptions += 1;
  const sql = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  await retryForAMinute(() => stage.pool.query(sql));
}

/** A line that takes connections and answers nothing, until some seconds later both ends are told. */
function silence(which: keyof Processes['proxies']) {
  return async ({ model, random }: SoakScene, { proxies }: Processes) => {
    model.excuses.interruptions += 1;
    model.excuses.mayLoseConnection = true;
    // Who cannot reach the database is taken for dead, and its calls may still be under way.
    if (which === 'database') model.excuses.hasStoppedWorker = true;
    proxies[which].fallSilent();
    setTimeout(proxies[which].restore, 3_000 + random.below(12_000)).unref();
  };
}

/** Cuts a line in the middle of an answer, if one is under way: answers are held up for that. */
function cut(which: keyof Processes['proxies']) {
  return async (scene: SoakScene, { proxies }: Processes) => {
    scene.model.excuses.interruptions += 1;
    scene.model.excuses.mayLoseConnection = true;
    if (which === 'smartsheet') await faults(scene, { answerLagMs: 150 });
    await pause(scene.random.below(400));
    proxies[which].cut();
  };
}

async function storm(scene: SoakScene): Promise<void> {
  await faults(scene, { storm: true, retryAfter: scene.random.pick([null, 5]) });
}

async function errors(scene: SoakScene): Promise<void> {
  const { random } = scene;
  const errorStatus = random.pick([500, 502, 503, 504, 4004]);
  const operations = random.pick([reads, writes, []]);
  await faults(scene, {
    errorRate: random.pick([0.3, 1]),
    errorStatus,
    operations,
    times: 1 + random.below(8),
  });
}

async function resets(scene: SoakScene): Promise<void> {
  const { random, model } = scene;
  model.excuses.interruptions += 1;
  const operations = random.pick([reads, writes]);
  await faults(scene, { reset: random.pick(['before', 'after']), operations, times: 1 + random.below(4) });
}

async function bodies(scene: SoakScene): Promise<void> {
  const { random, model } = scene;
  model.excuses.interruptions += 1;
  const operations = random.pick([reads, writes]);
  await faults(scene, {
    body: random.pick(['truncated', 'html', 'error']),
    operations,
    times: 1 + random.below(4),
  });
}

async function strangeRows(scene: SoakScene): Promise<void> {
  const { random } = scene;
  const rows = random.pick(['fewer', 'missing', 'repeated', 'strange']);
  await faults(scene, { rows, operations: reads, times: 1 + random.below(4) });
}

async function slow(scene: SoakScene): Promise<void> {
  const { random } = scene;
  await faults(scene, random.pick([{ lagMs: 500 }, { answerLagMs: 500 }, { lagMs: 50, answerLagMs: 50 }]));
}

async function hang(scene: SoakScene): Promise<void> {
  scene.model.excuses.interruptions += 1;
  await faults(scene, { hang: true, operations: reads, times: 1 });
}

async function loseCallbacks(scene: SoakScene): Promise<void> {
  await scene.stage.sandbox.faults({ webhookLoss: scene.random.pick([0.3, 1]) });
}

async function forgeCallbacks(_scene: SoakScene, processes: Processes): Promise<void> {
  const statuses = await processes.callbacks.forge();
  if (statuses.includes(200)) throw new Breach(`a forged callback was answered 200 (${statuses.join(', ')})`);
}

async function disableWebhook({ stage, model, random }: SoakScene): Promise<void> {
  const { sheetId } = random.pick(model.sources);
  const webhook = (await stage.sandbox.webhooks()).find((one) => String(one.sheetId) === sheetId);
  if (webhook) await stage.sandbox.setWebhookStatus(webhook.id, 'DISABLED_CALLBACK_FAILED');
}

async function expireTokens(scene: SoakScene): Promise<void> {
  const { stage, model, random } = scene;
  const { connectionId: id } = random.pick(model.accounts);
  const data = { tokenExpiresAt: new Date(Date.now() - 1000) };
  await retryForAMinute(() => stage.prisma.smartsheetConnection.update({ where: { id }, data }));
  if (random.chance(0.5)) await faults(scene, { answerLagMs: 400, operations: ['oauth.token'] });
}
