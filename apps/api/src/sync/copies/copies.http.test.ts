import { randomUUID } from 'node:crypto';
import {
  type Automation,
  copiesKept,
  type Preview,
  type RestorePreview,
  type Run,
} from '@picksync/contracts';
import { makeSheet } from '@picksync/sync-engine/testing';
import { afterEach, expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { draftAutomation } from '../../testing/draft.ts';
import { sandboxAppWithWorker } from '../../testing/sandbox-app.ts';
import { everythingStored, findChangedTables } from '../../testing/stored.ts';

const { app, sandbox, worker, token, calls } = await sandboxAppWithWorker();
afterEach(async () => {
  await app.db.automation.deleteMany();
});

const canary = `Canary${randomUUID().replaceAll('-', '')}`;
const say = (...texts: string[]) => texts.map((text) => `${canary} ${text}`);
const basic = { subscriptionStatus: 'active', subscriptionTier: 'basic' } as const;

/** A person whose automation has just removed options, with a copy; rows of the sheet still use one of them. */
async function afterRemoval(settings: object = {}) {
  const name = randomUUID().slice(0, 8);
  const rows = say('Acme', 'New').map((text) => [text]);
  const source = await makeSheet(calls, { token, name: `Source ${name}`, rows });
  const options = say('Acme', 'Bolt', 'Cord');
  const pick = { title: 'Client', type: 'PICKLIST', options };
  const used = say('Bolt', 'Bolt', 'Acme').map((text, index) => [`row ${index}`, text]);
  const target = await makeSheet(calls, { token, name: `Target ${name}`, columns: [pick], rows: used });
  const draft = await draftAutomation(sandbox, { from: [source.name, 'Name'], to: [target.name, 'Client'] });
  const { userId, headers } = await app.signIn(basic);
  await connectSandbox(app, sandbox, { userId });
  const call = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
    app.app.inject({ method, url: `/api/configurations${path}`, headers, ...(payload && { payload }) });
  const body = { ...draft, name: 'Made', keepCopies: true, ...settings };
  const { id } = (await call('POST', '', body)).json().configuration as Automation;
  const read = async () => (await call('GET', `/${id}`)).json() as Automation;
  await expect.poll(async () => (await read()).lastRun?.removed).toBe(2);
  const listRuns = async () => (await call('GET', `/${id}/runs`)).json() as Run[];
  const [run] = await listRuns();
  const columns = `/2.0/sheets/${target.id}/columns/${draft.targetColumnId}`;
  return {
    ...{ id, call, read, listRuns, headers, run, target },
    copy: `/${id}/copies/${run?.copy?.id}`,
    setOptions: (next: string[]) =>
      sandbox.call('PUT', columns, { token, body: { type: 'PICKLIST', options: next } }),
    options: async () => {
      type Shown = { columns: { id: string; options: string[] | null }[] };
      const { columns } = await sandbox.call<Shown>('GET', `/api/console/sheets/${target.id}`);
      return columns.find((column) => String(column.id) === draft.targetColumnId)?.options ?? [];
    },
    untilRestored: async () => {
      await expect.poll(async () => (await read()).restore?.state).not.toBe('pending');
      return read();
    },
  };
}

test('a restore shows what comes and goes with the rows that use it, writes exactly that, and rests', async () => {
  const made = await afterRemoval();
  expect(made.run).toMatchObject({ removed: 2, copy: { optionCount: 3, state: 'kept' } });
  const before = await everythingStored(app);
  const preview = (await made.call('GET', `${made.copy}/preview`)).json() as RestorePreview;
  expect(await findChangedTables(before, app)).toEqual(
    expect.not.arrayContaining(['public.automations', 'public.list_copies']),
  );
  const [bolt, cord, fresh] = say('Bolt', 'Cord', 'New');
  expect(preview).toMatchObject({
    listBefore: made.run?.at,
    added: {
      count: 2,
      options: [
        { text: bolt, rows: 2 },
        { text: cord, rows: 0 },
      ],
    },
    removed: { count: 1, options: [{ text: fresh, rows: 0 }] },
    ...{ staying: 1, optionCount: 2, optionCountAfter: 3, rowsReturning: 2, rowsLeft: 0, isSame: false },
  });
  const { fingerprint } = preview;
  const asked = await made.call('POST', `${made.copy}/restore`, { fingerprint });
  expect(asked.json()).toMatchObject({ configuration: { restore: { state: 'pending' } } });
  const rested = await made.untilRestored();
  expect(await made.options()).toEqual(say('Acme', 'Bolt', 'Cord'));
  expect(rested).toMatchObject({
    ...{ isActive: false, pausedBy: 'restore', syncState: 'idle', copyCount: 2, lastError: null },
    restore: { state: 'done', added: 2, removed: 1, listBefore: made.run?.at, reason: null, message: null },
  });
  const [restoring, removing] = await made.listRuns();
  expect(restoring).toMatchObject({
    ...{ trigger: 'restore', added: 2, removed: 1, restoredBefore: made.run?.at },
    copy: { optionCount: 2, state: 'kept' },
  });
  expect(removing?.copy?.restoredAt).toBe(restoring?.at);
  const again = await made.call('GET', `${made.copy}/preview`);
  expect(again.json()).toMatchObject({ isSame: true, added: { count: 0 } });
  const refused = await made.call('POST', `${made.copy}/restore`, { fingerprint: again.json().fingerprint });
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'restore_nothing']);
  const stored = [...(await everythingStored(app)).values()].join('\n');
  expect(stored).toContain(made.id);
  expect(stored + app.log.text() + worker.log()).not.toContain(canary);
});

test.each([
  [true, say('Acme', 'Bolt', 'Cord', 'New')],
  [false, say('Acme', 'New')],
])('going on keeps what came back: %s', async (keepsRemoved, expected) => {
  const made = await afterRemoval();
  const { fingerprint } = (await made.call('GET', `${made.copy}/preview`)).json();
  await made.call('POST', `${made.copy}/restore`, { fingerprint });
  await made.untilRestored();
  const next = (await made.call('GET', `/${made.id}/preview`)).json() as Preview;
  expect(next).toMatchObject({ added: { count: 1 }, removed: { count: 2 } });
  const outdated = await made.call('POST', `/${made.id}/follow`, { fingerprint: 'else', keepsRemoved });
  expect(outdated.json().code).toBe('review_outdated');
  const followed = await made.call('POST', `/${made.id}/follow`, {
    fingerprint: next.fingerprint,
    keepsRemoved,
  });
  expect(followed.json()).toMatchObject({ configuration: { isActive: true, pausedBy: null } });
  await expect.poll(async () => (await made.options()).toSorted()).toEqual(expected.toSorted());
  const twice = await made.call('POST', `/${made.id}/follow`, {
    fingerprint: next.fingerprint,
    keepsRemoved,
  });
  expect(twice.json().code).toBe('validation_failed');
  if (!keepsRemoved) return;
  // Until somebody deletes it in the dropdown, then it is gone for good.
  await made.setOptions(say('Acme', 'Bolt', 'New'));
  await made.call('POST', `/${made.id}/sync`);
  await expect.poll(async () => (await made.read()).syncState).toBe('idle');
  expect((await made.options()).toSorted()).toEqual(say('Acme', 'Bolt', 'New').toSorted());
});

test('several ways to go on that come at once are refused, but for one', async () => {
  const made = await afterRemoval();
  const { fingerprint } = (await made.call('GET', `${made.copy}/preview`)).json();
  await made.call('POST', `${made.copy}/restore`, { fingerprint });
  await made.untilRestored();
  const next = (await made.call('GET', `/${made.id}/preview`)).json() as Preview;
  const replies = await Promise.all(
    [true, false, true, false].map(async (keepsRemoved) => {
      const payload = { fingerprint: next.fingerprint, keepsRemoved };
      const { statusCode } = await made.call('POST', `/${made.id}/follow`, payload);
      return { keepsRemoved, statusCode };
    }),
  );
  const taken = replies.filter(({ statusCode }) => statusCode === 200);
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400, 400]);
  const row = await app.db.automation.findUniqueOrThrow({ where: { id: made.id } });
  expect(row.keptHashes).toHaveLength(taken[0]?.keepsRemoved ? 2 : 0);
});

/** Puts a list back and goes on from there, and does something while that looks at the sheets. */
async function followMeanwhile(
  keepsRemoved: boolean,
  meanwhile: (made: Awaited<ReturnType<typeof afterRemoval>>) => Promise<unknown>,
) {
  const made = await afterRemoval();
  const { fingerprint } = (await made.call('GET', `${made.copy}/preview`)).json();
  await made.call('POST', `${made.copy}/restore`, { fingerprint });
  await made.untilRestored();
  const next = (await made.call('GET', `/${made.id}/preview`)).json() as Preview;
  await sandbox.call('PUT', '/api/faults', {
    body: { hold: 'after', operations: ['sheets.get'], times: 1 },
  });
  const payload = { fingerprint: next.fingerprint, keepsRemoved };
  const following = made.call('POST', `/${made.id}/follow`, payload).then((reply) => reply);
  await expect.poll(async () => (await sandbox.call<unknown[]>('GET', '/api/held')).length).toBe(1);
  await meanwhile(made);
  await sandbox.call('DELETE', '/api/held');
  const reply = await following;
  const row = await app.db.automation.findUniqueOrThrow({ where: { id: made.id } });
  return { reply, row };
}

test.each([true, false])(
  'an automation that is changed while it is to go on stays paused, for its preview shows something else: %s',
  async (keepsRemoved) => {
    const { reply, row } = await followMeanwhile(keepsRemoved, async ({ id, call }) => {
      expect((await call('PATCH', `/${id}`, { mode: 'add_only' })).statusCode).toBe(200);
    });
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'review_outdated']);
    expect(row).toMatchObject({ isActive: false, approvedReview: null, keptHashes: [] });
  },
);

test('an option that a run of before has found to be kept is kept too, when it goes on', async () => {
  const { reply, row } = await followMeanwhile(true, async ({ id }) => {
    const data = { keptHashes: ['of the run'] };
    const { connectionId } = await app.db.automation.update({ where: { id }, data });
    // The run that follows comes after the test has looked.
    const parkedUntil = new Date(Date.now() + 60_000);
    await app.db.smartsheetConnection.update({ where: { id: connectionId }, data: { parkedUntil } });
  });
  expect(reply.statusCode).toBe(200);
  expect(row.keptHashes).toContain('of the run');
  expect(row.keptHashes).toHaveLength(3);
});

test('a restore of a dropdown that has changed since is refused, and says what it would change now', async () => {
  const made = await afterRemoval();
  const { fingerprint } = (await made.call('GET', `${made.copy}/preview`)).json();
  await made.call('PATCH', `/${made.id}`, { isActive: false });
  await made.setOptions(say('Acme', 'Bolt', 'Else'));
  const stale = await made.call('POST', `${made.copy}/restore`, { fingerprint });
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({
    ...{ code: 'restore_outdated', added: 1, removed: 1 },
    message: 'Nothing was restored: the list has changed since you looked. It would now add 1 and remove 1.',
  });
});

test('a copy whose file was changed is read again each time, and may be kept or gone by then', async () => {
  const made = await afterRemoval();
  const { fingerprint } = (await made.call('GET', `${made.copy}/preview`)).json();
  const at = `/2.0/sheets/${made.target.id}/attachments`;
  const { data } = await sandbox.call<{ data: { id: number }[] }>('GET', at, { token });
  const copyId = made.run?.copy?.id ?? '';
  const { contentHash } = await app.db.listCopy.findUniqueOrThrow({ where: { id: copyId } });
  const expectHash = (hash: string) =>
    app.db.listCopy.update({ where: { id: copyId }, data: { contentHash: hash } });
  const findState = async () => (await made.listRuns()).find(({ copy }) => copy?.id === copyId)?.copy?.state;
  await expectHash('another');
  const changed = await made.call('GET', `${made.copy}/preview`);
  expect([changed.statusCode, changed.json().code]).toEqual([409, 'copy_changed']);
  expect(await findState()).toBe('changed');
  // Somebody has put the file right.
  await expectHash(contentHash);
  expect((await made.call('GET', `${made.copy}/preview`)).statusCode).toBe(200);
  expect(await findState()).toBe('kept');
  await expectHash('another');
  expect((await made.call('GET', `${made.copy}/preview`)).json().code).toBe('copy_changed');
  await sandbox.call('DELETE', `${at}/${data[0]?.id}`, { token });
  expect((await made.call('GET', `${made.copy}/preview`)).json().code).toBe('copy_gone');
  expect(await findState()).toBe('gone');
  expect((await made.call('POST', `${made.copy}/restore`, { fingerprint })).json().code).toBe('copy_gone');
});

test('a copy that made room for newer ones is not said to be deleted in Smartsheet, whoever looks while it is', async () => {
  const made = await afterRemoval();
  const copyId = made.run?.copy?.id ?? '';
  const { id: _, ...copy } = await app.db.listCopy.findUniqueOrThrow({ where: { id: copyId } });
  const at = `/2.0/sheets/${made.target.id}/attachments`;
  await sandbox.call('DELETE', `${at}/${copy.attachmentId}`, { token });
  const look = async () => (await made.call('GET', `${made.copy}/preview`)).json().code;
  const newer = Array.from({ length: copiesKept }, (_one, index) => ({
    ...copy,
    attachmentId: `newer ${copyId} ${index}`,
    at: new Date(copy.at.getTime() + 1 + index),
  }));
  await app.db.listCopy.createMany({ data: newer });
  expect(await look()).toBe('copy_expired');
  const find = () => app.db.listCopy.findUniqueOrThrow({ where: { id: copyId } });
  expect((await find()).lostAs).toBe('expired');
  expect(await look()).toBe('copy_expired');
});

test('a restore whose preview was made before another one is refused after it, which is shown as done', async () => {
  const made = await afterRemoval();
  const { fingerprint } = (await made.call('GET', `${made.copy}/preview`)).json() as RestorePreview;
  const restore = () => Promise.resolve(made.call('POST', `${made.copy}/restore`, { fingerprint }));
  const late = { hold: 'after', operations: ['sheets.get'], times: 1 };
  await sandbox.call('PUT', '/api/faults', { body: late });
  const second = restore();
  const countHeld = async () => (await sandbox.call<unknown[]>('GET', '/api/held')).length;
  await expect.poll(countHeld).toBe(1);
  expect((await restore()).statusCode).toBe(200);
  expect((await made.untilRestored()).restore).toMatchObject({ state: 'done' });

  await sandbox.call('DELETE', '/api/held');
  const answer = await second;
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'restore_outdated']);
  expect((await made.read()).restore).toMatchObject({ state: 'done', added: 2, removed: 1 });
  expect(await made.options()).toEqual(say('Acme', 'Bolt', 'Cord'));
});

test('a copy is not taken for lost while its sheet is closed to us', async () => {
  const made = await afterRemoval();
  await sandbox.call('PUT', '/api/faults', { body: { createLagMs: 600_000 } });
  const closed = await made.call('GET', `${made.copy}/preview`);
  await sandbox.call('PUT', '/api/faults', { body: {} });
  expect(closed.statusCode).toBeGreaterThanOrEqual(400);
  expect(closed.json().code).not.toBe('copy_gone');
  expect((await made.call('GET', `${made.copy}/preview`)).statusCode).toBe(200);
});

test('copies of others do not exist, and a paused automation restores nothing into a column that another fills', async () => {
  const made = await afterRemoval();
  const { fingerprint } = (await made.call('GET', `${made.copy}/preview`)).json();
  const { headers } = await app.signIn(basic);
  const url = `/api/configurations${made.copy}`;
  expect((await app.app.inject({ url: `${url}/preview`, headers })).statusCode).toBe(404);
  const payload = { fingerprint };
  const foreign = await app.app.inject({ method: 'POST', url: `${url}/restore`, headers, payload });
  expect(foreign.statusCode).toBe(404);
  const other = await afterRemoval();
  const mixed = `/${made.id}/copies/${other.run?.copy?.id}/preview`;
  expect((await made.call('GET', mixed)).statusCode).toBe(404);

  await made.call('PATCH', `/${made.id}`, { isActive: false });
  const { sheetId, targetColumnId, connectionId } = await app.db.automation.findUniqueOrThrow({
    where: { id: made.id },
  });
  const { id: _, ...taker } = await app.db.automation.findUniqueOrThrow({ where: { id: other.id } });
  expect(taker.connectionId).not.toBe(connectionId);
  await app.db.automation.update({ where: { id: other.id }, data: { sheetId, targetColumnId } });
  const taken = await made.call('POST', `${made.copy}/restore`, { fingerprint });
  expect(taken.json().code).toBe('column_taken');
  expect(await made.read()).toMatchObject({ restore: null, pausedBy: 'user' });
});
