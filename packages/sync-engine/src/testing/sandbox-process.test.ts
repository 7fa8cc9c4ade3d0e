import { expect, test } from 'vitest';
import { openSandboxProcess, type SandboxProcess } from './sandbox-process.ts';

async function addAccount({ url }: SandboxProcess): Promise<void> {
  const body = JSON.stringify({ email: 'new@clients.example' });
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(`${url}/api/accounts`, { method: 'POST', headers, body });
  expect(status).toBe(201);
}

test('a sandbox that was stopped serves the next file as a new one does', async () => {
  const first = await openSandboxProcess();
  await addAccount(first);
  await first.stop();
  const second = await openSandboxProcess();
  expect(second.url).toBe(first.url);
  await addAccount(second);
  await second.stop();
});

test('two sandboxes at a time never share a process, and one with settings is never kept', async () => {
  const [first, second] = [await openSandboxProcess(), await openSandboxProcess()];
  const own = await openSandboxProcess({ RATE_LIMIT: '0' });
  expect(new Set([first.url, second.url, own.url]).size).toBe(3);
  for (const { stop } of [own, first, second]) await stop();
  for (const { url } of [own, second]) await expect(fetch(url)).rejects.toThrow('fetch failed');
  expect((await fetch(`${first.url}/api/calls`)).status).toBe(200);
});
