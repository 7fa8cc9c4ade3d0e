import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSheet } from '@picksync/sync-engine/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectSandbox } from './testing/connect.ts';
import { runPicksync } from './testing/programs.ts';
import { office, startSandbox } from './testing/sandbox.ts';
import { startStandInServer } from './testing/stand-in-server.ts';
import { testApp } from './testing/test-app.ts';

// What a command says when its key ends, or something else answers.

const sandbox = await startSandbox({ RATE_LIMIT: '0' });
const app = await testApp({ smartsheet: sandbox.settings });
let address: string;
let folder: string;
beforeAll(async () => {
  address = await app.app.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'picksync-interrupted-'));
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

const count = 8;

/** Somebody with a file that makes an automation for each dropdown of a sheet. */
async function scene() {
  const token = await sandbox.newPersonalToken(office);
  const calls = {
    call: <T>(method: string, path: string, body?: object) => sandbox.call<T>(method, path, { body, token }),
  };
  const name = randomUUID().slice(0, 8);
  const source = await makeSheet(calls, { token, name: `Clients ${name}`, rows: [['Acme'], ['Birch']] });
  const columns = Array.from({ length: count }, (_, index) => ({ title: `Pick ${index}`, type: 'PICKLIST' }));
  const target = await makeSheet(calls, { token, name: `Projects ${name}`, columns });
  const entries = columns.map(({ title }) =>
    [
      `  - name: Clients into ${title}`,
      `    source: { sheet: ${source.id}, column: ${source.columns.Name} }`,
      `    destination: { sheet: ${target.id}, column: ${target.columns[title]} }`,
    ].join('\n'),
  );
  const path = join(folder, `${name}.yaml`);
  await writeFile(path, `automations:\n${entries.join('\n')}\n`);
  const person = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'premium' });
  await connectSandbox(app, sandbox, person);
  const countMade = () => app.db.automation.count({ where: { userId: person.userId } });
  /** Applies the file, and does something once the third automation is there. */
  const applyMeanwhile = async (key: string, meanwhile: () => Promise<unknown>) => {
    const applied = runPicksync(['apply', path], { env: { PICKSYNC_URL: address, PICKSYNC_KEY: key } });
    await expect.poll(countMade, { interval: 5 }).toBeGreaterThanOrEqual(3);
    await meanwhile();
    return applied;
  };
  return { ...person, path, countMade, applyMeanwhile };
}

test('apply says that its key was revoked in the middle of a file, and does the rest with another key', async () => {
  const { userId, headers, path, countMade, applyMeanwhile } = await scene();
  const { id, key } = await app.createKey(userId);
  const stopped = await applyMeanwhile(key, () =>
    app.app.inject({ method: 'DELETE', url: `/api/account/api-keys/${id}`, headers }),
  );
  expect(stopped.code).toBe(1);
  const made = await countMade();
  expect(made).toBeLessThan(count);
  expect(stopped.stderr).toBe(
    `Error: This API key was revoked. Create another one in your settings, under API keys and webhooks. ${made} changes were made before that and stay. Apply the file again to do the rest.\n`,
  );
  const other = await app.createKey(userId);
  const env = { PICKSYNC_URL: address, PICKSYNC_KEY: other.key };
  const rest = await runPicksync(['apply', path], { env });
  expect([rest.code, rest.stderr]).toEqual([0, '']);
  expect(rest.stdout).toContain(`${count - made} to create`);
  expect(await countMade()).toBe(count);
});

test.each([
  [
    'disabled',
    'This account is disabled.',
    (userId: string) => app.db.user.update({ where: { id: userId }, data: { disabledAt: new Date() } }),
  ],
  [
    'deleted',
    '(This API key was revoked|Please log in)',
    (userId: string) => app.db.user.delete({ where: { id: userId } }),
  ],
])('apply ends with a sentence where its user is %s in the middle of a file', async (_what, said, end) => {
  const { userId, applyMeanwhile } = await scene();
  const { key } = await app.createKey(userId);
  const stopped = await applyMeanwhile(key, () => end(userId));
  expect(stopped.code).toBe(1);
  expect(stopped.stderr).toMatch(
    new RegExp(`^Error: ${said}[^\\n]* changes were made before that and stay\\.`, 'm'),
  );
});

test.each([
  ['a list of objects without fields', [{}]],
  ['an object without fields', {}],
  ['a list with another field', [{ id: 7 }]],
])('each command ends with one sentence where the reply is %s', async (_what, body) => {
  const { path } = await scene();
  await using other = await startStandInServer(() => ({ body }));
  const env = { PICKSYNC_URL: other.base, PICKSYNC_KEY: 'pks_secret' };
  for (const args of [['list'], ['list', '--json'], ['export'], ['plan', path], ['apply', path], ['mcp']]) {
    const { code, stdout, stderr } = await runPicksync(args, { env });
    expect([args, code, stdout, stderr]).toEqual([
      args,
      1,
      '',
      expect.stringMatching(/^Error: [^\n]*Is the address right[^\n]*\n$/),
    ]);
  }
});
