import { spawn } from 'node:child_process';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate, sealWebhookSecret } from '@picksync/db';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { startEmbeddedPostgres } from '@picksync/embedded-postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { origin, type TestApp, testApp } from './testing/test-app.ts';

const secret = 'a secret of at least thirty-two characters';
const key = randomBytes(32);
const sharedSecret = 'y8f2kd93hh1aaqz7wq2c5x7dlp';
const [sheetId, remoteId] = ['4509093797881732', '8444254503626628'];

/** Fills the database that the process under test works on, and terminates its connections. */
let house: TestApp;
beforeAll(async () => {
  house = await testApp({ secret, sealingKeys: [{ id: 'test', key }] });
  house.clock.at = new Date();
});
afterAll(() => house.close());

/** The API as it runs in production: an error that nobody catches ends it. */
async function startApi(databaseUrl: string) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: origin,
      SEALING_KEYS: `test:${key.toString('base64')}`,
      SECRET: secret,
      POSTMARK_TOKEN: 'token',
      PORT: '0',
      HEALTH_TIMEOUT_MS: '60000',
      STOP_DELAY_MS: '0',
      LOG_LEVEL: 'info',
      REQUESTS_PER_MINUTE: '1000000',
      WRITES_PER_MINUTE: '1000000',
      CALLBACKS_PER_MINUTE: '1000000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const found = /Server listening at (http:[^"]+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`The API ended with ${code}`)));
  });
  return { child, address, log: () => said };
}

/** One call of each kind, as a signed-in user and as Smartsheet send them. */
async function prepareCalls(address: string) {
  const connection = await testConnection(house.db);
  const automation = await testAutomation(house.db, { connection, sourceSheetId: sheetId });
  const { headers } = await house.signIn({ userId: connection.userId });
  const webhookId = randomUUID();
  await house.db.smartsheetWebhook.create({
    data: {
      id: webhookId,
      connectionId: connection.id,
      sheetId,
      remoteId,
      status: 'enabled',
      sharedSecretSealed: sealWebhookSecret(house.context.sealer, { webhookId, sharedSecret }),
    },
  });
  const call = (path: string, options: RequestInit = {}) => fetch(`${address}${path}`, options);
  const json = { ...headers, 'content-type': 'application/json' };
  const callback = () =>
    JSON.stringify({
      nonce: randomUUID(),
      timestamp: '2026-11-21T10:00:00.000+0000',
      webhookId: Number(remoteId),
      scope: 'sheet',
      scopeObjectId: Number(sheetId),
      events: [{ objectType: 'cell', eventType: 'updated', rowId: 1, columnId: 2, userId: 3 }],
    });
  return [
    () => call('/api/auth/status', { headers }),
    () => call('/api/configurations', { headers }),
    () => call('/api/stats', { headers }),
    () => call('/api/health'),
    () =>
      call(`/api/configurations/${automation.id}`, {
        method: 'PATCH',
        headers: json,
        body: JSON.stringify({ name: `Named ${randomUUID()}` }),
      }),
    () => call(`/api/configurations/${automation.id}/sync`, { method: 'POST', headers }),
    () => {
      const body = callback();
      const signature = createHmac('sha256', sharedSecret).update(body).digest('hex');
      return call(`/api/smartsheet/callbacks/${webhookId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'smartsheet-hmac-sha256': signature },
        body,
      });
    },
  ];
}

const underTest = 'picksync-api-under-test';

/** Ends one connection of the process under test, whatever it is in the middle of. Returns whether there was one. */
async function terminateOne(): Promise<boolean> {
  const { rowCount } = await house.admin.query(
    `SELECT pg_terminate_backend(pid) FROM (
       SELECT pid FROM pg_stat_activity WHERE application_name = $1 ORDER BY random() LIMIT 1) AS one`,
    [underTest],
  );
  return rowCount === 1;
}

test('three hundred terminated connections under load are answered with success or 503, and end nothing', async () => {
  const api = await startApi(`${house.databaseUrl}?application_name=${underTest}`);
  const calls = await prepareCalls(api.address);
  for (const call of calls) expect((await call()).status).toBeLessThan(300);

  const statuses = new Map<number, number>();
  const withoutRetryAfter: string[] = [];
  let answered = 0;
  let isOver = false;
  const load = Array.from({ length: 12 }, async (_, loop) => {
    for (let turn = loop; !isOver; turn += 1) {
      const answer = await calls[turn % calls.length]?.();
      if (!answer) continue;
      await answer.arrayBuffer();
      answered += 1;
      // So many syncs by hand are too many, as they should be.
      if (answer.status === 429 && answer.url.endsWith('/sync')) continue;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 503 && !answer.headers.has('retry-after')) withoutRetryAfter.push(answer.url);
    }
  });
  const stopped = Promise.all(load).then(() => {});
  for (let ended = 0; ended < 300; ) {
    const before = answered;
    if (await terminateOne()) ended += 1;
    await Promise.race([stopped, expect.poll(() => answered, { interval: 2 }).toBeGreaterThan(before + 1)]);
  }
  isOver = true;
  await stopped;

  const unexpected = api
    .log()
    .split('\n')
    .filter((line) => line.includes('"code":"internal"'));
  expect(unexpected).toEqual([]);
  expect([...statuses.keys()].filter((status) => status >= 300 && status !== 503)).toEqual([]);
  expect(statuses.get(503)).toBeGreaterThan(0);
  expect(withoutRetryAfter).toEqual([]);
  expect(api.child.exitCode).toBeNull();
  await house.admin.query('DELETE FROM throttles');
  for (const call of calls) await expect.poll(async () => (await call()).status).toBe(200);
  api.child.kill('SIGTERM');
  expect(await once(api.child, 'exit')).toEqual([0, null]);
});

test('the API answers 503 while the database is gone, and goes on when it is back', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'picksync-loss-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const first = await startEmbeddedPostgres({ dataDir, durable: false });
  onTestFinished(() => first.stop());
  await migrate({ url: first.url });
  const api = await startApi(first.url);
  const read = () => fetch(`${api.address}/api/health`);
  expect((await read()).status).toBe(200);

  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  await expect.poll(async () => (await read()).status).toBe(503);
  const ask = async (path: string) => {
    const answer = await fetch(`${api.address}${path}`);
    return { code: answer.status, ...((await answer.json()) as object) };
  };
  await expect
    .poll(() => ask('/readyz'))
    .toMatchObject({ code: 503, status: 'unavailable', parts: { database: 'failing' } });
  // The others have no database either: a proxy that sent requests to none would show an empty page.
  expect(await ask('/servez')).toMatchObject({ code: 200, status: 'serving' });
  // Starting it again would not bring the database back.
  expect(await ask('/livez')).toMatchObject({ code: 200, status: 'alive' });
  expect((await read()).headers.get('retry-after')).toMatch(/^\d+$/);
  // Whoever guesses passwords meanwhile is not let through uncounted.
  const guess = await fetch(`${api.address}/api/auth/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@clients.example', password: 'Spruce-Harbor-42' }),
  });
  expect([guess.status, guess.headers.has('retry-after')]).toEqual([503, true]);

  const again = await startEmbeddedPostgres({ dataDir, port: first.port, durable: false });
  onTestFinished(() => again.stop());
  await expect.poll(async () => (await read()).status).toBe(200);
  await expect.poll(() => ask('/readyz')).toMatchObject({ code: 200, status: 'ready' });
  expect(api.child.exitCode).toBeNull();
});
