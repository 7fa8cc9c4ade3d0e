import { makeSheet } from '@picksync/sync-engine/testing';
import { beforeEach, expect, test } from 'vitest';
import { letTimePass } from '../testing/passing-time.ts';
import { makeRenamedScene } from '../testing/renamed-scene.ts';
import { untilAtRestInTime } from '../testing/scene.ts';
import type { TestAccount } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world } = await openWorldWithWorker();
const [oldName, newName] = ['Acme', 'Acme GmbH'];
let account: TestAccount;

beforeEach(async () => {
  account = await world.newAccount();
});

/** An automation whose cells need two calls to be renamed, and one of this account that reads them. Both are in step. */
async function makeChain(reading: TestAccount) {
  const cells = Array.from({ length: 520 }, () => oldName);
  const fields = { renames: 'follow', settingsVersion: 6 };
  const names = [oldName];
  const first = await makeRenamedScene(world, account, {
    ...{ names, options: names, cells },
    fields: { maxRenamedRows: 1_000 },
  });
  const columns = [{ title: 'Pick', type: 'PICKLIST', options: names }];
  const rows = [['row', oldName]];
  const target = await makeSheet(world.sandbox, { token: account.token, name: 'Last', columns, rows });
  const sourceColumnId = String(first.target.columns.Pick);
  const { automation } = await world.newAutomation({
    ...{ account: reading, values: [], options: [], source: first.target, target },
    fields: { ...fields, sourceColumnId, sourceColumnName: 'Pick' },
  });
  const connectionIds = [account, reading].map(({ connection }) => connection.id);
  const markReader = () => world.mark(reading.connection.id, { automationIds: [automation.id] });
  await markReader();
  await first.sync();
  await untilAtRestInTime(world, connectionIds);
  await first.rename({ 0: newName });
  const path = `/2.0/sheets/${target.id}`;
  type Shown = { rows: { cells: { columnId: number; value?: string }[] }[] };
  return {
    first,
    markFirst: () => world.mark(account.connection.id, { automationIds: [first.automation.id] }),
    markReader,
    untilAtRest: () => untilAtRestInTime(world, connectionIds),
    assertRenamed: async () => {
      const { rows: shown } = await world.sandbox.call<Shown>('GET', path, undefined, account.token);
      const said = shown.flatMap(({ cells: all }) => all.map(({ value }) => value));
      expect([await world.readOptions(automation), said]).toEqual([[newName], ['row', newName]]);
    },
  };
}

const isHeld = async () => (await world.sandbox.held()).length > 0;

test('cells that are read while some of them have a new name pass it on once all of them have it', async () => {
  const reading = await world.newSharingUser(account);
  const chain = await makeChain(reading);
  await world.sandbox.faults({ hold: 'after', operations: ['rows.update'], times: 1 });
  await chain.markFirst();
  await expect.poll(isHeld).toBe(true);
  await chain.markReader();
  const { syncJobId } = await world.readConnection(reading);
  await expect.poll(async () => (await world.readConnection(reading)).syncJobId).not.toBe(syncJobId);
  await world.sandbox.release();
  await chain.markReader();
  await chain.untilAtRest();
  await chain.markReader();
  await chain.untilAtRest();
  await chain.assertRenamed();
});

test('cells whose rename was interrupted pass the name on once it has gone on', async () => {
  const chain = await makeChain(account);
  await world.sandbox.faults({ hold: 'after', operations: ['rows.update'], times: 1 });
  await chain.markFirst();
  await expect.poll(isHeld).toBe(true);
  const faults = { errorRate: 1, errorStatus: 503, operations: ['rows.update'], accounts: [account.email] };
  await world.sandbox.faults(faults);
  await chain.markReader();
  await world.sandbox.release();
  const isQueued = async () => (await world.readConnection(account)).syncState === 'queued';
  await expect.poll(isQueued).toBe(true);
  await world.sandbox.faults({});
  await letTimePass(world, '2 minutes');
  await chain.untilAtRest();
  await chain.assertRenamed();
});
