import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

const start = (environment: Record<string, string>) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { PATH: process.env.PATH, ...environment },
    encoding: 'utf8',
  });

test('without settings the worker says in one line what is missing, and ends', () => {
  const { status, stdout, stderr } = start({});
  expect(status).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^The settings are not complete: DATABASE_URL .*\.env\.example\.\n$/);
});

test('without a database the worker says in one line that it cannot start, and ends', () => {
  const { status, stderr } = start({
    DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/nothing',
    SEALING_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
    SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'http://localhost:3000',
    PORT: '0',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The worker could not start: [^\n]+\n$/);
  expect(stderr).not.toContain('secret');
});
