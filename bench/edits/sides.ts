import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sealWebhookSecret } from '@picksync/db';
import { plantBareAccounts } from '../stage/bare-accounts.ts';
import { freePort } from '../stage/free-port.ts';
import { withApplicationName, workerApplications } from '../stage/named-database.ts';
import { type BenchProcess, startProcess } from '../stage/process.ts';
import type { Stage } from '../stage/stage.ts';
import { until } from '../stage/until.ts';
import { type Edits, startEdits } from './edits.ts';

/** A worker, and the edits that it is to bring into dropdowns. */
export type Side = {
  edits: Edits;
  worker: BenchProcess;
  /** The application names of the worker's connections to the database. */
  applications: string[];
};

/** How many accounts a worker works on at once: each waits for three calls most of the time. */
export const syncsAtOnce = 64;

const ownName = 'bench-worker';

/** Plants accounts with a webhook each, and starts what edits their sheets. */
export async function plantOurs(stage: Stage, accounts: number): Promise<Edits & { hooks: Hook[] }> {
  const edits = await startEdits(stage, accounts);
  const planted = await plantBareAccounts(stage, { accounts, sources: 1, targets: 1 });
  const webhooks = planted.map(({ number, connectionId }) => ({
    id: randomUUID(),
    connectionId,
    sheetId: String(2 * number + 1),
    remoteId: String(number + 1),
    secret: randomUUID(),
  }));
  await stage.prisma.smartsheetWebhook.createMany({
    data: webhooks.map(({ secret, ...row }) => ({
      ...row,
      status: 'enabled' as const,
      sharedSecretSealed: sealWebhookSecret(stage.sealer, { webhookId: row.id, sharedSecret: secret }),
    })),
  });
  const hooks = webhooks.map(({ id, secret }) => ({ path: `/api/smartsheet/callbacks/${id}`, secret }));
  return { ...edits, hooks };
}

type Hook = { path: string; secret: string };

/**
 * Starts an API and a worker, whose database may be reached by another address. The worker's connections to it carry a
 * name of their own.
 */
export async function startOurs(
  stage: Stage,
  { hooks, ...edits }: Edits & { hooks: Hook[] },
  database = stage.url,
): Promise<Side & { end: () => Promise<void> }> {
  const settings = { SMARTSHEET_API_BASE: edits.apiBase, CALLBACKS_PER_MINUTE: '100000000' };
  const api = await stage.startApi({ ...settings, DATABASE_URL: database });
  const worker = await stage.startWorker({
    ...settings,
    DATABASE_URL: withApplicationName(database, ownName),
    SYNC_CONCURRENCY: String(syncsAtOnce),
  });
  edits.tell({ url: api.url, hooks });
  const end = async () => {
    await api.end();
    await worker.end();
  };
  return { edits, worker, applications: workerApplications(ownName), end };
}

const racers = {
  receiver: new URL('../racers/by-hand.receiver.ts', import.meta.url),
  worker: new URL('../racers/by-hand.worker.ts', import.meta.url),
};
const schema = new URL('../racers/by-hand.schema.sql', import.meta.url);

/** Starts the hand-written receiver and worker, with accounts of their own. */
export async function startByHand(stage: Stage, accounts: number): Promise<Side> {
  const edits = await startEdits(stage, accounts);
  const secrets = Array.from({ length: accounts }, () => randomUUID());
  await stage.pool.query(readFileSync(schema, 'utf8'));
  await stage.pool.query(
    `INSERT INTO by_hand.accounts (id, token, secret, source_sheet_id, source_column_id, target_sheet_id, target_column_id)
     SELECT place - 1, 'account-' || place - 1, secret, 2 * place - 1, 1, 2 * place, 2
     FROM unnest($1::text[]) WITH ORDINALITY AS account (secret, place)`,
    [secrets],
  );
  await stage.pool.query('ANALYZE by_hand.accounts');
  const port = await freePort();
  const environment = { DATABASE_URL: stage.url, API_BASE: edits.apiBase, CONCURRENCY: String(syncsAtOnce) };
  const start = async (name: keyof typeof racers) => {
    const racer = startProcess({
      script: fileURLToPath(racers[name]),
      environment: { ...environment, PORT: String(port) },
    });
    stage.atEnd(() => racer.end('SIGKILL'));
    await until(() => racer.lines.length > 0, { within: 10_000, what: `${name} stands ready` });
    return racer;
  };
  await start('receiver');
  const worker = await start('worker');
  const hooks = secrets.map((secret, id) => ({ path: `/callbacks/${id}`, secret }));
  edits.tell({ url: `http://127.0.0.1:${port}`, hooks });
  return { edits, worker, applications: ['by-hand-worker'] };
}
