import { createOptionHashes } from '@picksync/sync-engine';
import { makeSheet } from '@picksync/sync-engine/testing';
import { expect, test } from 'vitest';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world, atRest } = await openWorldWithWorker();

/** An automation whose source says Ana Costa, and a contact column that calls the same person otherwise. */
async function make(called: string) {
  const account = await world.newAccount();
  const { token } = account;
  const columns = [{ title: 'Person', type: 'CONTACT_LIST' }];
  const source = await makeSheet(world.sandbox, { token, name: 'People', columns, rows: [['row 0']] });
  const person = String(source.columns.Person);
  const objectValue = { objectType: 'CONTACT', name: 'Ana Costa', email: 'ana@b.example' };
  const rows = [{ id: Number(source.rows[0]), cells: [{ columnId: Number(person), objectValue }] }];
  await world.sandbox.call('PUT', `/2.0/sheets/${source.id}/rows`, rows, token);
  const contactOptions = [{ name: called, email: 'ana@b.example' }];
  const { automation } = await world.newAutomation({
    account,
    values: [],
    options: [],
    source,
    column: { type: 'CONTACT_LIST', options: undefined, contactOptions },
    fields: { settingsVersion: 7, sourceColumnId: person, sourceColumnName: 'Person', fillsContacts: true },
  });
  const where = { automationId: automation.id };
  return {
    automation,
    mark: () => world.mark(account.connection.id, { automationIds: [automation.id] }),
    atRest: () => atRest(account),
    findIntent: () => world.prisma.writeIntent.findFirst({ where }),
    findRuns: () => world.prisma.automationRun.findMany({ where, orderBy: { at: 'asc' } }),
    findEntries: () => world.prisma.activityLog.findMany({ where }),
  };
}

test('how many contacts get another name is written down before the call', async () => {
  const made = await make('Ana');
  const faults = { hold: 'before', operations: ['columns.update'], times: 1 };
  await world.sandbox.call('PUT', '/api/faults', faults);
  await made.mark();
  await expect.poll(made.findIntent).toMatchObject({ added: 0, removed: 0, newNames: 1 });
  await world.sandbox.call('DELETE', '/api/held');
  await made.atRest();
  expect(await made.findRuns()).toMatchObject([{ outcome: 'changed', renamed: 1 }]);
});

test('names that a worker changed and did not record are told as names, and not as another order', async () => {
  const made = await make('Ana Costa');
  const { id: automationId, sheetId, targetColumnId: columnId } = made.automation;
  const options = ['Ana Costa <ana@b.example>'];
  const fingerprint = createOptionHashes(world.environment.SECRET)(automationId).ofList(options);
  const counts = { added: 0, removed: 0, optionCount: 1, newNames: 1 };
  await world.prisma.writeIntent.create({
    data: { automationId, sheetId, columnId, fingerprint, jobId: automationId, attempt: 0, ...counts },
  });
  await made.mark();
  await made.atRest();
  expect(await made.findRuns()).toMatchObject([{ outcome: 'changed', added: 0, removed: 0, renamed: 1 }]);
  const [entry] = await made.findEntries();
  expect(entry).toMatchObject({ renamed: 1, details: expect.stringContaining('1 name changed') });
  expect(await made.findIntent()).toBeNull();
});
