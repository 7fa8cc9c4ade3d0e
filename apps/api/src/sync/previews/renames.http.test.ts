import { randomUUID } from 'node:crypto';
import type { Automation, Preview, Run } from '@picksync/contracts';
import { makeSheet } from '@picksync/sync-engine/testing';
import { afterEach, expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { draftAutomation } from '../../testing/draft.ts';
import { sandboxAppWithWorker } from '../../testing/sandbox-app.ts';

const { app, sandbox, token, calls } = await sandboxAppWithWorker();
afterEach(async () => {
  // Everybody is at the same account of the sandbox: the next test finds its columns free.
  await app.db.automation.deleteMany();
});

const basic = { subscriptionStatus: 'active', subscriptionTier: 'basic' } as const;

/** An automation that follows names and has run once, with the calls of its owner. */
async function makeAutomation(made: { names: string[]; cells: string[]; drift?: 'keep' }) {
  const { names, cells, ...fields } = made;
  const { userId, headers } = await app.signIn(basic);
  await connectSandbox(app, sandbox, { userId });
  const tag = randomUUID().slice(0, 8);
  const rows = names.map((name) => [name]);
  const source = await makeSheet(calls, { token, name: `Source ${tag}`, rows });
  const pick = { title: 'Pick', type: 'PICKLIST', options: names };
  const used = cells.map((cell, index) => [`row ${index}`, cell]);
  const target = await makeSheet(calls, { token, name: `Target ${tag}`, columns: [pick], rows: used });
  const draft = await draftAutomation(sandbox, { from: [source.name, 'Name'], to: [target.name, 'Pick'] });
  const send = async <T>(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
    const reply = await app.app.inject({ method, url, headers, ...(payload && { payload }) });
    expect(reply.statusCode, reply.body).toBeLessThan(300);
    return reply.json() as T;
  };
  const body = { ...draft, name: 'Names', renames: 'follow', ...fields };
  type Created = { configuration: Automation };
  const { configuration } = await send<Created>('POST', '/api/configurations', body);
  const url = `/api/configurations/${configuration.id}`;
  const read = () => send<Automation>('GET', url);
  const untilRun = async (outcome: string, after: string | null = null) => {
    const isSo = ({ lastRun }: Automation) => lastRun?.outcome === outcome && lastRun.at !== after;
    await expect.poll(async () => isSo(await read())).toBe(true);
    return read();
  };
  const first = await untilRun('unchanged');
  return {
    ...{ send, url, read, untilRun, draft, target },
    at: first.lastRun?.at ?? null,
    preview: () => send<Preview>('GET', `${url}/preview`),
    rename: (values: Record<number, string>) =>
      sandbox.call('PUT', `/2.0/sheets/${source.id}/rows`, {
        token,
        body: Object.entries(values).map(([row, value]) => ({
          id: Number(source.rows[Number(row)]),
          cells: [{ columnId: Number(draft.sourceColumnId), value }],
        })),
      }),
    lockRow: (row: number, locked: boolean) =>
      sandbox.call('PUT', `/2.0/sheets/${target.id}/rows`, {
        token,
        body: [{ id: Number(target.rows[row]), locked }],
      }),
    readCells: async () => {
      type Sheet = { rows: { cells: { columnId: number; value?: string }[] }[] };
      const sheet = await sandbox.call<Sheet>('GET', `/2.0/sheets/${target.id}?level=2`, { token });
      return sheet.rows.map(
        ({ cells: all }) => all.find(({ columnId }) => String(columnId) === draft.targetColumnId)?.value,
      );
    },
  };
}

test('names that changed are previewed line by line, and those that a person ticks are renamed', async () => {
  const names = ['Acme', 'Bolt', 'Coral', 'Dune'];
  const made = await makeAutomation({ names, cells: ['Acme', 'Acme', 'Bolt', 'Coral', 'Dune'] });
  expect((await made.preview()).renames).toEqual({ count: 0, rows: 0, locked: 0, list: [] });
  await made.rename({ 0: 'Acme GmbH', 1: 'Bolt AG', 2: 'Reef', 3: 'Reef' });
  const preview = await made.preview();
  expect(preview).toMatchObject({
    verdict: 'waiting_review',
    reason: 'names_changed',
    added: { count: 0 },
    removed: { count: 0 },
    renames: {
      ...{ count: 4, rows: 5, locked: 0 },
      list: [
        { from: 'Acme', to: 'Acme GmbH', rows: 2, isMerge: false },
        { from: 'Bolt', to: 'Bolt AG', rows: 1, isMerge: false },
        { from: 'Coral', to: 'Reef', rows: 1, isMerge: true },
        { from: 'Dune', to: 'Reef', rows: 1, isMerge: true },
      ],
    },
  });
  await made.send('POST', `${made.url}/sync`);
  const { review } = await made.untilRun('waiting_review');
  expect(review).toMatchObject({ reason: 'names_changed', renamed: 4, renamedRows: 5 });
  expect(review?.fingerprint).toBe(preview.fingerprint);
  expect(await made.readCells()).toEqual(['Acme', 'Acme', 'Bolt', 'Coral', 'Dune']);

  const [acme, , coral] = preview.renames?.list ?? [];
  const answer = { fingerprint: preview.fingerprint, renames: [acme?.id, coral?.id] };
  await made.send('POST', `${made.url}/approve`, answer);
  const done = await made.untilRun('changed');
  expect(done).toMatchObject({ review: null, renaming: null, lastRun: { renamed: 2, added: 1, removed: 2 } });
  expect(await made.readCells()).toEqual(['Acme GmbH', 'Acme GmbH', 'Bolt', 'Reef', 'Dune']);
  const runs = await made.send<Run[]>('GET', `${made.url}/runs`);
  expect(runs[0]).toMatchObject({ outcome: 'changed', renamed: 2, cellsRenamed: 3, added: 1, removed: 2 });
  const row = await app.db.automation.findUniqueOrThrow({ where: { id: done.id } });
  expect(row).toMatchObject({ approvedReview: null, approvedRenames: null });
  const entries = await app.db.activityLog.findMany({
    where: { automationId: done.id },
    orderBy: { id: 'asc' },
  });
  const said = entries.map(({ details }) => details).join('\n');
  expect(said).toContain('Renaming 2 of 4 options was approved.');
  expect(said).toContain('2 options renamed, 1 option added, 2 options removed. 3 cells changed.');
  const answered = await made.preview();
  expect(answered).toMatchObject({ verdict: 'unchanged', renames: { count: 0 } });
});

test('while a locked row keeps an old name, the automation says so, and ends it when the row is unlocked', async () => {
  const made = await makeAutomation({ names: ['Acme', 'Bolt'], cells: ['Acme', 'Acme', 'Bolt'] });
  await made.lockRow(1, true);
  await made.rename({ 0: 'Acme GmbH' });
  expect((await made.preview()).renames).toMatchObject({ count: 1, rows: 2, locked: 1 });
  await made.send('POST', `${made.url}/sync`);
  const { renaming, lastRun } = await made.untilRun('changed');
  expect(renaming).toEqual({ names: 1, cells: 1, cellsRenamed: 0, cellsLocked: 1, isWaiting: true });
  expect(lastRun?.warnings).toEqual(['cells_locked']);
  expect(await made.readCells()).toEqual(['Acme GmbH', 'Acme', 'Bolt']);
  await made.rename({ 1: 'Bolt AG' });
  // Nobody is asked about a name again that an earlier run has begun.
  expect((await made.preview()).renames).toMatchObject({
    ...{ count: 1, rows: 1, locked: 0, list: [{ from: 'Bolt', to: 'Bolt AG' }] },
    underWay: { count: 1, cells: 0, list: [{ from: 'Acme', to: 'Acme GmbH', rows: 1, locked: 1 }] },
  });
  await made.rename({ 1: 'Bolt' });
  await made.lockRow(1, false);
  await made.send('POST', `${made.url}/sync`);
  await made.untilRun('changed', lastRun?.at);
  expect(await made.read()).toMatchObject({ renaming: null, lastRun: { renamed: 1, warnings: [] } });
  expect(await made.readCells()).toEqual(['Acme GmbH', 'Acme GmbH', 'Bolt']);
});

test('a draft of the same columns knows the names, and one without the setting does not', async () => {
  const made = await makeAutomation({ names: ['Acme', 'Bolt'], cells: ['Acme'] });
  await made.rename({ 0: 'Acme GmbH' });
  const automationId = made.url.split('/').at(-1);
  const { name: _, ...draft } = made.draft;
  const look = async (fields: object) =>
    (await made.send<Preview>('POST', '/api/configurations/preview', { ...draft, automationId, ...fields }))
      .renames;
  expect(await look({ renames: 'follow' })).toMatchObject({ count: 1, list: [{ from: 'Acme', rows: 1 }] });
  expect(await look({ renames: 'follow', maxRenamedRows: 0 })).toMatchObject({ count: 1 });
  expect(await look({ renames: 'replace' })).toBeNull();
});

test('an option that somebody adds while cells are renamed stays in a preview where options by hand are kept', async () => {
  const made = await makeAutomation({ names: ['Acme', 'Bolt'], cells: ['Acme'], drift: 'keep' });
  const setFaults = (body: object) => sandbox.call('PUT', '/api/faults', { body });
  await setFaults({ errorRate: 1, errorStatus: 503, operations: ['rows.update'], sheets: [made.target.id] });
  await made.rename({ 0: 'Acme GmbH' });
  await made.send('POST', `${made.url}/sync`);
  const where = { id: made.url.split('/').at(-1) ?? '' };
  const findIntent = async () => {
    const row = await app.db.automation.findUniqueOrThrow({ where, include: { renameIntent: true } });
    return row.renameIntent?.fingerprint === row.targetFingerprint;
  };
  await expect.poll(findIntent).toBe(true);
  const path = `/api/console/sheets/${made.target.id}/columns/${made.draft.targetColumnId}`;
  await sandbox.call('PATCH', path, { body: { options: ['Acme GmbH', 'Acme', 'Bolt', 'Zulu'] } });
  expect(await made.preview()).toMatchObject({
    removed: { count: 0 },
    renames: { count: 0, underWay: { count: 1, cells: 1 } },
    drift: { added: { options: [{ text: 'Zulu' }] } },
  });
  await setFaults({});
});
