import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startReceiver } from '../testing/callback-receiver.ts';
import { createTestSheet, officeEmail, startSandbox } from '../testing/sandbox.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
afterEach(() => rm(folder, { recursive: true }));

function start() {
  return startSandbox({ DATA_FILE: join(folder, 'deep', 'state.json'), RETRY_HOUR_MS: '600000' });
}

test('sheets, tokens and mails survive a restart', async () => {
  const first = await start();
  const token = await first.token(officeEmail);
  const { id, columns } = await createTestSheet(first, { token, rows: [['kept']] });
  await first.call('POST', '/email', {
    headers: { 'x-postmark-server-token': 'x' },
    body: { From: 'no-reply@picksync.example', To: 'c@d.example', TextBody: 'hello' },
  });
  await first.close();
  const second = await start();
  const { body } = await second.call('GET', `/2.0/sheets/${id}`, { token });
  expect(body.rows[0].cells[0]).toMatchObject({ columnId: columns.Name, value: 'kept' });
  expect((await second.call('GET', '/api/mails?to=c@d.example')).body).toHaveLength(1);
  expect(second.state.sheets.size).toBe(318);
  await second.close();
  expect(await readdir(join(folder, 'deep'))).toEqual(['state.json']);
});

test('a callback that waits for a retry is sent after a restart', async () => {
  const receiver = await startReceiver();
  const first = await start();
  const token = await first.token(officeEmail);
  const { id } = await createTestSheet(first, { token });
  const body = {
    name: 'h',
    callbackUrl: receiver.url,
    scope: 'sheet',
    scopeObjectId: id,
    events: ['*.*'],
    version: 1,
  };
  const hook = (await first.call('POST', '/2.0/webhooks', { token, body })).body.result;
  await first.call('PUT', `/2.0/webhooks/${hook.id}`, { token, body: { enabled: true } });
  receiver.behaviour.status = 500;
  await first.call('POST', `/2.0/sheets/${id}/rows`, { token, body: { cells: [] } });
  await receiver.until(1);
  await first.close();
  receiver.behaviour.status = 200;
  const second = await start();
  second.advance(3_600_000);
  const [before, after] = await receiver.until(2);
  expect(after?.text).toBe(before?.text);
  await second.close();
  await receiver.close();
});

test('an invalid file is named in the error and not overwritten', async () => {
  const path = join(folder, 'state.json');
  await writeFile(path, '{"format":2,');
  await expect(startSandbox({ DATA_FILE: path })).rejects.toThrow(`${path} cannot be read`);
  expect(await readFile(path, 'utf8')).toBe('{"format":2,');
});

test('a file of another format is kept beside the one of a new state', async () => {
  const path = join(folder, 'state.json');
  await writeFile(path, '{"format":1}');
  const sandbox = await startSandbox({ DATA_FILE: path });
  await sandbox.token(officeEmail);
  await sandbox.close();
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ format: 4, tokens: [expect.any(Object)] });
  expect(await readFile(`${path}.other-format`, 'utf8')).toBe('{"format":1}');
});

test('the file is readable by its owner alone, even when it was readable by others before', async () => {
  const path = join(folder, 'deep', 'state.json');
  const readMode = async (file: string) => (await stat(file)).mode & 0o777;
  const first = await start();
  await first.token(officeEmail);
  await first.close();
  expect([await readMode(path), await readMode(join(folder, 'deep'))]).toEqual([0o600, 0o700]);

  await chmod(path, 0o644);
  // Left behind by a process that was killed while saving.
  await writeFile(`${path}.partial`, '', { mode: 0o644 });
  const second = await start();
  expect(await readMode(path)).toBe(0o600);
  await second.token(officeEmail);
  await second.close();
  expect(await readMode(path)).toBe(0o600);
});
