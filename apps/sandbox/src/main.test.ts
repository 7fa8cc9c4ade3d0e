import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

let folder: string;
let sandbox: ChildProcess;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
afterEach(async () => {
  sandbox.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Yields the lines that the process logs. */
async function* readLines(env: Record<string, string>) {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  sandbox = spawn(process.execPath, [main], { env: { PATH, NODE_COMPILE_CACHE, ...env } });
  for await (const chunk of sandbox.stdout ?? []) {
    for (const line of String(chunk).split('\n').filter(Boolean)) yield JSON.parse(line);
  }
}

test.each(['SIGTERM', 'SIGINT'] as const)('it logs its address, and stops cleanly on %s', async (signal) => {
  const file = join(folder, 'state.json');
  const lines = readLines({ PORT: '0', DATA_FILE: file });
  const first = (await lines.next()).value;
  expect(first).toMatchObject({ msg: 'sandbox listening', address: expect.stringMatching(/^http:\/\/127/) });
  const body = JSON.stringify({ account: first.accounts[0] });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${first.address}/api/tokens`, { method: 'POST', headers, body })).status).toBe(201);
  sandbox.kill(signal);
  expect(await once(sandbox, 'exit')).toEqual([0, null]);
  await access(file);
});

test('an invalid setting is one clear line and exit code 1', async () => {
  const { value } = await readLines({ PORT: 'here' }).next();
  expect(value.msg).toContain('PORT');
  expect(await once(sandbox, 'exit')).toEqual([1, null]);
});
