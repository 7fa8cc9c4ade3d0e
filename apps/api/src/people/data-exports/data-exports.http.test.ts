import type { Job } from '@picksync/db';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { readFile, writeExport } from './data-exports.ts';
import { exportSections, notExported } from './export-sections.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

type Browser = { headers: Record<string, string> };
const url = '/api/account/export';
const create = ({ headers }: Browser) => api.app.inject({ method: 'POST', url, headers });
const read = async ({ headers }: Browser) => (await api.app.inject({ url, headers })).json().export;
const open = ({ headers }: Browser, id: string) =>
  api.app.inject({ url: `/api/account/exports/${id}`, headers });
const fetchFile = ({ headers }: Browser, id: string) =>
  api.app.inject({ url: `/api/account/exports/${id}/file`, headers });
const work = (exportId: string) =>
  writeExport(api.context, { payload: { exportId }, isLastAttempt: false } as Job<'export-data'>);

async function personWithData() {
  const passwordHash = await api.context.passwords.hash('Spruce-Harbor-42');
  const browser = await api.signIn({ passwordHash });
  const connection = await testConnection(api.db, {
    userId: browser.userId,
    accessTokenSealed: 'sealed-access',
    refreshTokenSealed: 'sealed-refresh',
  });
  await testAutomation(api.db, { connection, name: 'Clients 🌲 into "Projects"' });
  const entry = { userId: browser.userId, action: 'manual_sync', status: 'info' } as const;
  await api.db.activityLog.createMany({ data: Array.from({ length: 1203 }, () => entry) });
  return { ...browser, connection };
}

test('the file holds everything of its person, nothing of others, and nothing that opens anything', async () => {
  const [person, other] = [await personWithData(), await personWithData()];
  const { id } = (await create(person)).json();
  expect(await read(person)).toMatchObject({ id, state: 'making' });
  expect((await open(person, id)).statusCode).toBe(404);
  await work(id);
  expect(await read(person)).toMatchObject({ id, state: 'ready' });
  const { path } = (await open(person, id)).json();
  const answer = await api.app.inject({ url: path, headers: person.headers });
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="picksync-[\d-]+\.json"$/);
  const file = answer.json();
  expect(Object.keys(file)).toEqual(['exportedAt', ...exportSections.map(({ table }) => table)]);
  expect(file.users).toHaveLength(1);
  expect(file.activity_logs).toHaveLength(1203);
  expect(file.automations[0].name).toBe('Clients 🌲 into "Projects"');
  expect(answer.body).not.toContain(other.userId);
  for (const secret of ['argon2', 'sealed', 'hash', 'secret', '"token'])
    expect(answer.body).not.toContain(secret);
  expect((await read(person)).bytes).toBe(Buffer.byteLength(answer.body));
});

test('the deliveries of outgoing webhooks are in the file, without the secret that signs them', async () => {
  const person = await api.signIn();
  const { userId, headers } = person;
  const createdAt = api.clock.at;
  const webhook = { userId, url: 'https://ops.example.com/', secretSealed: 'canary', createdAt };
  await api.db.outgoingWebhook.create({
    data: {
      ...{ ...webhook, events: ['automation.synced'] },
      deliveries: { create: { event: 'automation.synced', body: { name: 'Clients' }, createdAt } },
    },
  });
  const { id } = (await create({ headers })).json();
  await work(id);
  const answer = await fetchFile(person, id);
  expect(answer.json()).toMatchObject({
    outgoing_webhooks: [{ url: 'https://ops.example.com/' }],
    webhook_deliveries: [{ event: 'automation.synced', body: { name: 'Clients' } }],
  });
  expect(answer.body).not.toContain('canary');
});

test('every table that belongs to people is in the file, or is named with what is left out', async () => {
  const { rows } = await api.admin.query<{ table: string }>(
    `SELECT DISTINCT table_name AS "table" FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name IN ('user_id', 'connection_id', 'automation_id')`,
  );
  const known = new Set([
    ...exportSections.map(({ table }) => table),
    ...notExported,
    // Keyed hashes by which a run knows what the one before has left.
    'source_names',
    'rename_intents',
    // How work is arranged, for minutes: marks of which process holds what, and calls that may still be made.
    'target_claims',
    'write_intents',
    'row_intents',
    'smartsheet_budgets',
    'retired_accounts',
  ]);
  expect(rows.map(({ table }) => table).filter((table) => !known.has(table))).toEqual([]);
});

test('other users cannot see, open or fetch a copy', async () => {
  const [person, other] = [await personWithData(), await api.signIn()];
  const { id } = (await create(person)).json();
  await work(id);
  expect(await read(other)).toBeNull();
  expect((await open(other, id)).statusCode).toBe(404);
  const answer = await fetchFile(other, id);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/settings#export']);
});

test('an export needs a recent step-up, to be made and to be fetched', async () => {
  const person = await personWithData();
  const { id } = (await create(person)).json();
  await work(id);
  await api.passTime(11 * 60_000);
  expect((await create(person)).json().code).toBe('proof_required');
  expect((await open(person, id)).json().code).toBe('proof_required');
  expect((await fetchFile(person, id)).statusCode).toBe(302);
});

test('a copy is gone after a day', async () => {
  const person = await personWithData();
  const { id } = (await create(person)).json();
  await work(id);
  await api.passTime(24 * 60 * 60_000);
  const later = await api.signIn({ userId: person.userId });
  expect(await read(later)).toBeNull();
  expect((await open(later, id)).statusCode).toBe(404);
});

test('many requests at once make one copy, and a job that runs twice writes one file', async () => {
  const person = await personWithData();
  const answers = await Promise.all(Array.from({ length: 4 }, () => create(person)));
  const ids = new Set(answers.map((answer) => answer.json().id));
  expect(ids.size).toBe(1);
  const [id = ''] = ids;
  expect((await api.waitingJobs('export-data')).filter(({ exportId }) => exportId === id)).toHaveLength(1);
  await work(id);
  await work(id);
  expect((await fetchFile(person, id)).json().users).toHaveLength(1);
});

/** Begins to fetch a copy that is ready, and returns the rest of it. */
async function beginFetching(id: string) {
  const { bytes } = await api.db.dataExport.findUniqueOrThrow({ where: { id } });
  const pieces = readFile(api.context, { id, bytes });
  const first = await pieces.next();
  return async () => {
    let text: string = first.value;
    for await (const piece of pieces) text += piece;
    return text;
  };
}

test('a copy that is being fetched stays when a new one is requested, and the one before it does not', async () => {
  const person = await personWithData();
  const { id: oldest } = (await create(person)).json();
  await work(oldest);
  const fetchRest = await beginFetching(oldest);
  const { id: newer } = (await create(person)).json();
  expect(JSON.parse(await fetchRest()).activity_logs).toHaveLength(1203);
  expect((await open(person, oldest)).statusCode).toBe(200);
  await work(newer);
  await create(person);
  expect((await open(person, newer)).statusCode).toBe(200);
  expect((await open(person, oldest)).statusCode).toBe(404);
});

test('a download fails when the rest of its copy is gone, and does not end as if it were whole', async () => {
  const person = await personWithData();
  const { id } = (await create(person)).json();
  await work(id);
  const fetchRest = await beginFetching(id);
  await api.db.dataExport.delete({ where: { id } });
  await expect(fetchRest()).rejects.toThrow('removed');
});

test('an account that is deleted meanwhile leaves no copy behind', async () => {
  const person = await personWithData();
  const { id } = (await create(person)).json();
  await api.db.user.delete({ where: { id: person.userId } });
  await work(id);
  expect(await api.db.dataExportChunk.count({ where: { exportId: id } })).toBe(0);
});
