import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLogin, storeLogin } from './config.ts';

const key = 'pks_secret';

test.each(['http://picksync.example', 'ftp://picksync.example', 'picksync.example'])(
  'a key is never sent to %s, wherever the address comes from',
  async (url) => {
    await expect(readLogin({ PICKSYNC_URL: url, PICKSYNC_KEY: key })).rejects.toThrow(/address/);
    const folder = await mkdtemp(join(tmpdir(), 'picksync-login-'));
    await storeLogin({ XDG_CONFIG_HOME: folder }, { url, key });
    await expect(readLogin({ XDG_CONFIG_HOME: folder })).rejects.toThrow(/address/);
    await rm(folder, { recursive: true });
  },
);

test('a key is sent over https, and within this machine without it', async () => {
  const read = async (url: string) => (await readLogin({ PICKSYNC_URL: url, PICKSYNC_KEY: key }))?.url;
  expect(await read('https://picksync.example/')).toBe('https://picksync.example');
  expect(await read('https://somebody@picksync.example/under?x=1')).toBe('https://picksync.example/under');
  expect(await read('http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000');
});
