import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { testDatabase } from '@picksync/db/testing';
import { afterAll, expect, test } from 'vitest';

const database = await testDatabase({ poolSize: 1 });
afterAll(database.close);

/** Runs the command with these settings and none else. */
function run(settings: Record<string, string>) {
  const script = new URL('./status-page.main.ts', import.meta.url).pathname;
  const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings };
  return promisify(execFile)(process.execPath, [script], { env });
}

test('the command writes the status page, with the time at which it was written', async () => {
  const at = new Date();
  await database.prisma.statusPart.create({
    data: { part: 'website', isDisturbed: false, since: at, measuredAt: at },
  });
  const { stdout, stderr } = await run({
    DATABASE_URL: database.runtimeUrl,
    PUBLIC_URL: 'https://picksync.example.com',
  });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^<!doctype html>.*<h1>Everything works<\/h1>.*<\/html>\n$/s);
  expect(stdout).toContain('This copy was written on ');
  // Another host has none of our files.
  expect(stdout).not.toContain('woff2');
  expect(stdout).toContain('href="https://picksync.example.com/status/feed"');
});

test('the command writes nothing, and says why, when a setting is missing or the database is away', async () => {
  const address = { PUBLIC_URL: 'https://picksync.example.com' };
  await expect(run(address)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'DATABASE_URL is not set. Give the address of the database.\n',
  });
  const url = 'postgresql://nobody:none@127.0.0.1:9/none';
  await expect(run({ ...address, DATABASE_URL: url })).rejects.toMatchObject({ code: 1, stdout: '' });
});
