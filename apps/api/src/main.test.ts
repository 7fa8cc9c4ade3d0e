import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pretendOldServer, type TestDatabase, testDatabase } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ poolSize: 1 });
});
afterAll(() => database.close());

const complete = () => ({
  DATABASE_URL: database.runtimeUrl,
  PUBLIC_URL: 'http://localhost:3000',
  SEALING_KEYS: `test:${randomBytes(32).toString('base64')}`,
  SECRET: 'a secret of at least thirty-two characters',
  POSTMARK_TOKEN: 'token',
  PORT: '0',
  HEALTH_TIMEOUT_MS: '60000',
  STOP_DELAY_MS: '0',
});

function startProcess(settings: Record<string, string>) {
  const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings };
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], { env });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  const listening = new Promise<string>((resolve) => {
    child.stdout.on('data', () => {
      const address = /Server listening at (http:[^"]+)/.exec(said.out)?.[1];
      if (address) resolve(address);
    });
  });
  return { child, said, listening, ended: once(child, 'exit') };
}

test('the process says in one line which settings are missing, and ends with 1', async () => {
  const { said, ended } = startProcess({});
  expect(await ended).toEqual([1, null]);
  expect(said.err.trim().split('\n')).toHaveLength(1);
  expect(said.err).toContain('DATABASE_URL');
});

test('the process says in one line that the database cannot be reached, and ends with 1', async () => {
  const { said, ended } = startProcess({ ...complete(), DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
  expect(await ended).toEqual([1, null]);
  expect(said.err.trim().split('\n')).toHaveLength(1);
  expect(said.err).toContain('The API could not start');
});

test('the process says in one sentence that the server is too old, and ends with 1', async () => {
  const old = await testDatabase({ poolSize: 1 });
  onTestFinished(old.close);
  await pretendOldServer(old.url);
  const { said, ended } = startProcess({ ...complete(), DATABASE_URL: old.runtimeUrl });
  expect(await ended).toEqual([1, null]);
  expect(said.err).toBe(
    'The API could not start: the server is PostgreSQL 15, and Picksync needs 18 or newer. docs/self-hosting.md says where to get it.\n',
  );
});

/** Polls until the process says so at an address. */
const readStatus = async (url: string) => {
  const answer = await fetch(url);
  return { code: answer.status, ...((await answer.json()) as { status: string }) };
};

test('a process that is told to stop is not ready before it takes no more requests', async () => {
  const { child, listening, ended } = startProcess({ ...complete(), STOP_DELAY_MS: '2000' });
  const address = await listening;
  const ready = () => readStatus(`${address}/readyz`);
  await expect.poll(ready).toMatchObject({ code: 200, status: 'ready' });
  expect(await readStatus(`${address}/servez`)).toMatchObject({ code: 200, status: 'serving' });
  child.kill('SIGTERM');
  await expect.poll(ready).toMatchObject({ code: 503, status: 'stopping' });
  expect(await readStatus(`${address}/servez`)).toMatchObject({ code: 503 });
  expect(await readStatus(`${address}/livez`)).toMatchObject({ code: 200, status: 'alive' });
  expect(await ended).toEqual([0, null]);
});

test('the process answers until it gets a signal to stop, and then ends in order', async () => {
  const { child, said, listening, ended } = startProcess(complete());
  const health = await fetch(`${await listening}/api/health`);
  expect(health.status).toBe(200);
  await health.text();
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(said.err).toBe('');
});
