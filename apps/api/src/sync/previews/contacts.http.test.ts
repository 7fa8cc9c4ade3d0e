import { randomUUID } from 'node:crypto';
import type { Automation, Preview } from '@picksync/contracts';
import { makeSheet, type SandboxSheet } from '@picksync/sync-engine/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { createPremiumSender } from '../../testing/connect.ts';
import { sandboxAppWithWorker } from '../../testing/sandbox-app.ts';

const { app, sandbox, token, calls } = await sandboxAppWithWorker();
afterEach(async () => {
  await app.db.automation.deleteMany();
  await app.db.activityLog.deleteMany();
});

const connectedUser = () => createPremiumSender(app, sandbox);
type Reply = { message: string; configuration: Automation };
type Refusal = { code: string; errors: Record<string, string> };

const people = [
  ['Ana Costa', 'ana@b.example'],
  ['Olivia Park-Stone', 'olivia@b.example'],
  ['Nobody', null],
  ['Anna C', 'ANA@b.example'],
];
const contactOptions = [
  { name: 'Olivia Park', email: 'Olivia@b.example' },
  { name: 'Old desk', email: 'desk@b.example' },
];

/** A source with names, addresses and contacts, and a contact column that has two contacts. */
async function newSheets(type = 'CONTACT_LIST') {
  const name = randomUUID().slice(0, 8);
  const columns = [
    { title: 'Email', type: 'TEXT_NUMBER' },
    { title: 'Person', type: 'CONTACT_LIST' },
  ];
  const source = await makeSheet(calls, { token, name: `Source ${name}`, columns, rows: people });
  const cells = [
    {
      columnId: Number(source.columns.Person),
      objectValue: { objectType: 'CONTACT', name: 'Ben', email: 'ben@b.example' },
    },
  ];
  await calls.call('PUT', `/2.0/sheets/${source.id}/rows`, [{ id: Number(source.rows[0]), cells }], token);
  const target = await makeSheet(calls, {
    token,
    name: `Target ${name}`,
    columns: [
      { title: 'Approver', type, contactOptions },
      { title: 'Pick', type: 'PICKLIST', options: ['x'] },
    ],
  });
  const draft = {
    sourceSheetId: source.id,
    sourceSheetName: source.name,
    ...from(source, 'Name'),
    sheetId: target.id,
    sheetName: target.name,
    targetColumnId: target.columns.Approver ?? '',
    targetColumnName: 'Approver',
    addressColumn: { columnId: source.columns.Email ?? '', columnName: 'old name' },
  };
  return { source, target, draft };
}

function from(source: SandboxSheet, title: string) {
  return { sourceColumnId: source.columns[title] ?? '', sourceColumnName: title };
}

type Shown = { columns: { title: string; type: string; validation: boolean; contactOptions?: object[] }[] };
const readColumn = async ({ id }: SandboxSheet, title = 'Approver') => {
  const path = `/2.0/sheets/${id}?level=2`;
  const { columns } = await calls.call<Shown>('GET', path, undefined, token);
  return columns.find((column) => column.title === title);
};
const readRow = (id: string) => app.db.automation.findUniqueOrThrow({ where: { id } });
const expectOutcome = (id: string) => expect.poll(async () => (await readRow(id)).lastRunOutcome);

describe('a contact column', () => {
  test.each(['CONTACT_LIST', 'MULTI_CONTACT_LIST'])(
    'is filled with names and addresses, and its type %s stays',
    async (type) => {
      const { send } = await connectedUser();
      const { draft, target } = await newSheets(type);
      const preview = (await send<Preview>('POST', '/preview', draft)).body;
      expect(preview).toMatchObject({
        verdict: 'write',
        added: { count: 1, options: [{ text: 'Ana Costa <ana@b.example>' }] },
        removed: { count: 1, options: [{ text: 'Old desk <desk@b.example>' }] },
        newNames: {
          count: 1,
          contacts: [{ from: 'Olivia Park <Olivia@b.example>', to: 'Olivia Park-Stone <Olivia@b.example>' }],
        },
        optionCountAfter: 2,
      });
      expect(preview.warnings.map(({ code, message }) => [code, message])).toEqual([
        ['no_address', '1 contact without an address is left out.'],
        ['repeats', '1 repeated value is left out.'],
        [
          'look_alikes',
          '“Ana Costa <ana@b.example>” and “Anna C <ANA@b.example>” have one address, so they are one contact. The name of the first row counts.',
        ],
      ]);
      const { configuration } = (await send<Reply>('POST', '', { name: 'Approvers', ...draft })).body;
      expect(configuration.addressColumn).toEqual({ ...draft.addressColumn, columnName: 'Email' });
      await expectOutcome(configuration.id).toBe('changed');
      expect(await readColumn(target)).toMatchObject({
        type,
        contactOptions: [
          { name: 'Ana Costa', email: 'ana@b.example' },
          { name: 'Olivia Park-Stone', email: 'Olivia@b.example' },
        ],
      });
      expect(await readRow(configuration.id)).toMatchObject({
        lastRunWarnings: ['contacts_without_address'],
        lastRunWithoutAddress: 1,
        lastRunRenamed: 1,
        settingsVersion: 7,
      });
      const [entry] = await app.db.activityLog.findMany({ where: { action: 'update_dropdown' } });
      expect(entry?.details).toContain(
        ': 1 contact added, 1 contact removed, 1 name changed. 1 contact without an address was left out.',
      );
      const shown = (await send<Automation>('GET', `/${configuration.id}`)).body;
      expect(shown).toMatchObject({ fillsContacts: true, lastRun: { withoutAddress: 1, renamed: 1 } });
      const again = (await send<Preview>('GET', `/${configuration.id}/preview`)).body;
      expect(again).toMatchObject({ verdict: 'unchanged', newNames: { count: 0 } });
    },
  );

  test('takes names and addresses from a contact column by itself', async () => {
    const { send } = await connectedUser();
    const { draft, source, target } = await newSheets();
    const body = { name: 'Persons', ...draft, ...from(source, 'Person'), addressColumn: null };
    const { configuration } = (await send<Reply>('POST', '', body)).body;
    await expectOutcome(configuration.id).toBe('changed');
    expect((await readColumn(target))?.contactOptions).toEqual([{ name: 'Ben', email: 'ben@b.example' }]);
    expect((await readRow(configuration.id)).settingsVersion).toBe(7);
  });

  test('is refused without addresses, both ways, with labels or parts of cells, and with names that are followed', async () => {
    const { send } = await connectedUser();
    const { draft, source } = await newSheets();
    const refused = async (more: object) => {
      const body = { name: 'Refused', ...draft, ...more };
      const created = await send<Refusal>('POST', '', body);
      const previewed = await send<Refusal>('POST', '/preview', { ...draft, ...more });
      expect(previewed.body).toMatchObject({ code: 'validation_failed', errors: created.body.errors });
      return [created.status, Object.keys(created.body.errors)];
    };
    expect(await refused({ addressColumn: null })).toEqual([400, ['addressColumn']]);
    const person = { ...from(source, 'Person'), addressColumn: null };
    expect(await refused({ ...person, mode: 'two_way' })).toEqual([
      400,
      expect.arrayContaining(['sourceColumnId']),
    ]);
    expect(await refused({ mode: 'two_way' })).toEqual([400, ['mode']]);
    expect(await refused({ ...person, splitValues: ';' })).toEqual([400, ['splitValues']]);
    expect(await refused({ pinnedFirst: ['Office <office@b.example>', 'Nobody'] })).toEqual([
      400,
      ['pinnedFirst'],
    ]);
    for (const more of [{}, person])
      expect(await refused({ ...more, renames: 'follow' })).toEqual([400, ['renames']]);
    expect(await app.db.automation.count()).toBe(0);
  });

  test('pins contacts with an address only, also when it is edited', async () => {
    const { send } = await connectedUser();
    const { draft, target } = await newSheets();
    const pins = { pinnedLast: ['Office <office@b.example>'] };
    const { id } = (await send<Reply>('POST', '', { name: 'Pins', ...draft, ...pins })).body.configuration;
    await expectOutcome(id).toBe('changed');
    expect((await readColumn(target))?.contactOptions?.at(-1)).toEqual({
      name: 'Office',
      email: 'office@b.example',
    });
    const { status, body } = await send<Refusal>('PATCH', `/${id}`, { pinnedLast: ['Nobody'] });
    expect([status, body.errors.pinnedLast]).toEqual([400, expect.stringContaining('needs an address')]);
  });

  test('puts back what somebody changed by hand: a name, a contact less and one more', async () => {
    const { send } = await connectedUser();
    const { draft, target } = await newSheets();
    const { id } = (await send<Reply>('POST', '', { name: 'By hand', ...draft })).body.configuration;
    await expectOutcome(id).toBe('changed');
    const before = await readColumn(target);
    const contactOptions = [
      { name: 'A. C.', email: 'ANA@b.example' },
      { name: 'Guest', email: 'guest@b.example' },
    ];
    const path = `/2.0/sheets/${target.id}/columns/${target.columns.Approver}`;
    await calls.call('PUT', path, { type: 'CONTACT_LIST', contactOptions }, token);
    expect((await send<Preview>('GET', `/${id}/preview`)).body).toMatchObject({
      added: { count: 1 },
      removed: { count: 1, options: [{ text: 'Guest <guest@b.example>' }] },
      newNames: { count: 1 },
    });
    await send('POST', `/${id}/sync`);
    await expect.poll(async () => (await readColumn(target))?.contactOptions?.length).toBe(2);
    await expect.poll(async () => (await readRow(id)).manualSyncAt).toBeNull();
    const names = (column: Shown['columns'][number] | undefined) =>
      column?.contactOptions?.map((one) => Object.values(one)[0]);
    expect(names(await readColumn(target))).toEqual(names(before));
  });

  test('fails with a sentence when it has become a column of another type', async () => {
    const { send } = await connectedUser();
    const { draft, target } = await newSheets();
    const { id } = (await send<Reply>('POST', '', { name: 'Retyped', ...draft })).body.configuration;
    await expectOutcome(id).toBe('changed');
    const path = `/2.0/sheets/${target.id}/columns/${target.columns.Approver}`;
    await calls.call('PUT', path, { type: 'TEXT_NUMBER' }, token);
    await send('POST', `/${id}/sync`);
    await expect.poll(async () => (await readRow(id)).lastErrorReason).toBe('target_column_retyped');
    expect((await readRow(id)).fillsContacts).toBe(true);
  });

  test('stops and says so when the column with the addresses is gone, or the setting is taken away', async () => {
    const { send } = await connectedUser();
    const { draft, source, target } = await newSheets();
    const { id } = (await send<Reply>('POST', '', { name: 'Gone', ...draft })).body.configuration;
    await expectOutcome(id).toBe('changed');
    expect((await send<Refusal>('PATCH', `/${id}`, { addressColumn: null })).body.errors).toHaveProperty(
      'addressColumn',
    );
    const before = await readColumn(target);
    await calls.call('DELETE', `/2.0/sheets/${source.id}/columns/${source.columns.Email}`, undefined, token);
    await send('POST', `/${id}/sync`);
    await expect.poll(async () => (await readRow(id)).lastErrorReason).toBe('address_column_gone');
    expect(await readColumn(target)).toEqual(before);
  });
});

test('a contact source into a dropdown of texts gives names, as before', async () => {
  const { send } = await connectedUser();
  const { draft, source, target } = await newSheets();
  const pick = { targetColumnId: target.columns.Pick ?? '', targetColumnName: 'Pick' };
  const body = { name: 'Names', ...draft, ...from(source, 'Person'), ...pick, addressColumn: null };
  const preview = (await send<Preview>('POST', '/preview', { ...body, name: undefined })).body;
  expect(preview).toMatchObject({ added: { options: [{ text: 'Ben' }] } });
  expect(preview).not.toHaveProperty('newNames');
  const { id } = (await send<Reply>('POST', '', body)).body.configuration;
  await expectOutcome(id).toBe('changed');
  expect(await readColumn(target, 'Pick')).toMatchObject({ type: 'PICKLIST', options: ['Ben'] });
  expect((await send<Automation>('GET', `/${id}`)).body.fillsContacts).toBe(false);
});
