import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { pretendOldServer, testDatabase } from '@picksync/db/testing';
import { expect, onTestFinished, test } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

const start = (environment: Record<string, string>) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
    encoding: 'utf8',
  });

test('the worker names missing settings in one line and exits', () => {
  const { status, stdout, stderr } = start({});
  expect(status).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^The settings are not complete: DATABASE_URL .*\.env\.example\.\n$/);
});

const complete = {
  DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/nothing',
  SEALING_KEYS: `k:${randomBytes(32).toString('base64')}`,
  SECRET: randomBytes(32).toString('base64'),
  PUBLIC_URL: 'http://localhost:3000',
  PORT: '0',
};

test('the worker says in one line that it cannot start without a database, and exits', () => {
  const { status, stderr } = start(complete);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The worker could not start: [^\n]+\n$/);
  expect(stderr).not.toContain('secret');
});

test('the worker says in one sentence that the server is too old, and exits', async () => {
  const old = await testDatabase({ poolSize: 1 });
  onTestFinished(old.close);
  await pretendOldServer(old.url);
  const { status, stderr } = start({ ...complete, DATABASE_URL: old.runtimeUrl });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The worker could not start: the server is PostgreSQL 15, [^\n]+\n$/);
});
