import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testAutomation } from '@picksync/db/testing';
import { beforeAll, expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';

const { app, sandbox } = await sandboxApp();
const run = promisify(execFile);
const folder = fileURLToPath(new URL('../../../../../examples/', import.meta.url));

let address: string;
beforeAll(async () => {
  address = await app.app.listen({ port: 0, host: '127.0.0.1' });
});

/** Runs an example as a person would, and returns what it wrote and how it ended. */
async function example([program, file]: [string, string], key: string) {
  const env = { PATH: process.env.PATH, PICKSYNC_URL: address, PICKSYNC_KEY: key };
  const ended = run(program, [`${folder}${file}`], { env, timeout: 60_000 });
  return ended.then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
}

async function insertAutomation(userId: string, lastError: string | null) {
  const connection =
    (await app.db.smartsheetConnection.findUnique({ where: { userId } })) ??
    (await connectSandbox(app, sandbox, { userId }));
  return testAutomation(app.db, { connection, name: 'Clients into projects', lastError });
}

/** Plays the worker: nothing is queued any more. */
async function settle() {
  await app.db.automation.updateMany({ data: { dirtyAt: null } });
  await app.db.smartsheetConnection.updateMany({
    data: { syncState: 'idle', syncJobId: null, dirtyAt: null },
  });
}

async function premiumUser() {
  return app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'premium' });
}

const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

test.skipIf(!hasCurl)('the example for curl lists automations with a key that may only read', async () => {
  const { userId } = await premiumUser();
  const { id } = await insertAutomation(userId, null);
  const { key } = await app.createKey(userId, 'read');
  const { stdout, stderr, code } = await example(['sh', 'list-automations.sh'], key);
  expect([code, stderr]).toEqual([0, '']);
  const [automations, activity] = stdout.trim().split('\n');
  expect(JSON.parse(automations ?? '')).toMatchObject([{ id, name: 'Clients into projects' }]);
  expect(JSON.parse(activity ?? '')).toEqual([]);
});

test.skipIf(!hasCurl)('the example for curl fails with a key that was cut', async () => {
  const { code, stdout } = await example(['sh', 'list-automations.sh'], 'pks_cut');
  expect(code).not.toBe(0);
  expect(stdout).toContain('api_key_malformed');
});

test('the example for Node syncs what is active, and fails when something needs a look', async () => {
  const { userId } = await premiumUser();
  await insertAutomation(userId, null);
  await insertAutomation(userId, 'The sheet was deleted.');
  const { key } = await app.createKey(userId);
  const worker = setInterval(settle, 50);
  const ended = await example([process.execPath, 'sync-all.mjs'], key).finally(() => clearInterval(worker));
  expect(ended).toMatchObject({
    code: 1,
    stdout: 'Clients into projects: The sheet was deleted.\nClients into projects: 0 added, 0 removed\n',
  });
});
