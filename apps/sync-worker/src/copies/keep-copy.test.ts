import { beforeEach, expect, test } from 'vitest';
import { readAttachedFiles } from '../testing/attached-files.ts';
import { letTimePass } from '../testing/passing-time.ts';
import { makeRenamedScene } from '../testing/renamed-scene.ts';
import type { TestAccount, World } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world, atRest, readRow } = await openWorldWithWorker();
let account: TestAccount;

beforeEach(async () => {
  account = await world.newAccount();
});

type Made = Awaited<ReturnType<World['newAutomation']>>;

const keeping = { keepCopies: true, settingsVersion: 5 };

const make = (values: string[], options: string[], fields: object = {}) =>
  world.newAutomation({ account, values, options, fields: { ...keeping, ...fields } });

async function sync({ automation: { id } }: Made): Promise<void> {
  await world.mark(account.connection.id, { automationIds: [id] });
  await atRest(account);
}

const files = ({ target }: Made) => readAttachedFiles(world, account, target.id);
const findRuns = ({ automation: { id: automationId } }: Made) =>
  world.prisma.automationRun.findMany({ where: { automationId }, orderBy: { at: 'asc' } });
const findCopies = ({ automation: { id: automationId } }: Made) =>
  world.prisma.listCopy.findMany({ where: { automationId }, orderBy: { at: 'asc' } });
const setSource = ({ source }: Made, values: Record<number, string>) =>
  world.setRows(account, { sheet: source, column: 'Name', values });

test('the list is in the sheet as a file before options are removed, and the run names it', async () => {
  const made = await make(['a', 'new'], ['a', 'Bergström', '"x", y']);
  await sync(made);
  expect(await world.readOptions(made.automation)).toEqual(['a', 'new']);
  const [file, ...others] = await files(made);
  expect(others).toEqual([]);
  expect(file?.name).toMatch(/^Picksync Pick \d{4}-\d\d-\d\d \d\d\.\d\d\.csv$/);
  expect(file?.text).toBe('Pick\r\na\r\nBergström\r\n"""x"", y"\r\n');
  const [copy] = await findCopies(made);
  const [run] = await findRuns(made);
  expect(copy).toMatchObject({
    attachmentId: String(file?.id),
    optionCount: 3,
    lostAs: null,
    runAt: run?.at,
  });
  expect(run).toMatchObject({ outcome: 'changed', added: 1, removed: 2, copyId: copy?.id });
  const [entry] = await world.prisma.activityLog.findMany({ where: { automationId: made.automation.id } });
  expect(entry?.details).toContain('A copy of 3 options was kept.');
});

test('no file is made where nothing is removed, or where nobody asked for copies', async () => {
  const adding = await make(['a', 'b'], ['a']);
  await sync(adding);
  const without = await make(['a'], ['a', 'b'], { keepCopies: false });
  await sync(without);
  expect([await files(adding), await files(without)]).toEqual([[], []]);
  expect(await world.readOptions(without.automation)).toEqual(['a']);
});

test('the newest ten copies are kept, and only files of ours are deleted', async () => {
  const made = await make(['v0'], ['before']);
  const headers = {
    authorization: `Bearer ${account.token}`,
    'content-disposition': 'attachment; filename="Picksync Pick.csv"',
  };
  const address = `${world.sandbox.apiBase}/sheets/${made.target.id}/attachments`;
  await fetch(address, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: 'theirs',
  });
  await sync(made);
  for (let n = 1; n <= 11; n += 1) {
    await setSource(made, { 0: `v${n}` });
    await letTimePass(world, '2 minutes');
    await sync(made);
  }
  const left = await files(made);
  expect(left).toHaveLength(11);
  expect(left[0]?.text).toBe('theirs');
  expect(left[1]?.text).toBe('Pick\r\nv1\r\n');
  const copies = await findCopies(made);
  expect(copies.map(({ lostAs }) => lostAs)).toEqual(['expired', 'expired', ...Array(10).fill(null)]);
});

test('without the right to attach, what is new is added, and nothing is removed until copies are turned off', async () => {
  account = await world.newAccount({ scopes: ['READ_SHEETS', 'ADMIN_SHEETS', 'ADMIN_WEBHOOKS'] });
  const made = await make(['a', 'new'], ['a', 'b', 'c']);
  await sync(made);
  expect(await world.readOptions(made.automation)).toEqual(['a', 'b', 'c', 'new']);
  const waiting = await readRow(made.automation.id);
  expect(waiting).toMatchObject({ lastRunOutcome: 'failed', lastErrorReason: 'copy_no_right' });
  expect(waiting.lastError).toMatch(/^The copy could not be saved, so 2 options wait to be removed\./);
  expect(await findRuns(made)).toMatchObject([{ outcome: 'changed', added: 1, removed: 0, copyId: null }]);

  await sync(made);
  expect((await findRuns(made)).at(-1)).toMatchObject({ outcome: 'failed', added: 0, removed: 0 });
  expect(await findCopies(made)).toEqual([]);
  await world.prisma.automation.update({ where: { id: made.automation.id }, data: { keepCopies: false } });
  await sync(made);
  expect(await world.readOptions(made.automation)).toEqual(['a', 'new']);
  expect(await readRow(made.automation.id)).toMatchObject({ lastRunOutcome: 'changed', lastError: null });
});

test('a copy that Smartsheet does not take is tried again by the next sweep', async () => {
  const made = await make(['a'], ['a', 'b']);
  await world.sandbox.faults({ errorRate: 1, errorStatus: 500, operations: ['attachments.add'] });
  await sync(made);
  expect(await readRow(made.automation.id)).toMatchObject({ lastErrorReason: 'copy_failed' });
  expect(await world.readOptions(made.automation)).toEqual(['a', 'b']);
  await world.sandbox.faults({});
  await letTimePass(world, '16 minutes');
  await world.queue.send(world.prisma, 'sweep', {});
  await expect.poll(() => world.readOptions(made.automation)).toEqual(['a']);
  await atRest(account);
  expect(await files(made)).toHaveLength(1);
});

test('a file whose attaching nobody heard of is found again, and there are no two of it', async () => {
  const made = await make(['a'], ['a', 'b']);
  await world.sandbox.faults({ hold: 'after', operations: ['attachments.add'], sheets: [made.target.id] });
  await world.mark(account.connection.id, { automationIds: [made.automation.id] });
  await expect.poll(async () => (await files(made)).length).toBe(1);
  await world.sandbox.faults({ errorRate: 1, errorStatus: 500, operations: ['columns.update'] });
  await world.prisma.listCopy.updateMany({ data: { attachmentId: null } });
  await world.sandbox.release();
  await world.sandbox.faults({});
  await atRest(account);
  await sync(made);
  expect(await world.readOptions(made.automation)).toEqual(['a']);
  expect(await files(made)).toHaveLength(1);
});

/** Has a run keep a copy and then fail, until time passes. */
async function failToWrite(made: Made): Promise<void> {
  await world.sandbox.faults({ errorRate: 1, errorStatus: 502, operations: ['columns.update'] });
  await world.mark(account.connection.id, { automationIds: [made.automation.id] });
  await expect.poll(async () => (await files(made)).length).toBe(1);
  await expect.poll(async () => (await readRow(made.automation.id)).outageSince).not.toBeNull();
  await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('queued');
}

test('attachments that somebody else gives the name of a copy hold nothing back', async () => {
  const made = await make(['a'], ['a', 'b']);
  await failToWrite(made);
  const [file] = await files(made);
  await world.prisma.listCopy.updateMany({ data: { attachmentId: null } });
  const address = `${world.sandbox.apiBase}/sheets/${made.target.id}/attachments`;
  const authorization = `Bearer ${account.token}`;
  await fetch(`${address}/${file?.id}`, { method: 'DELETE', headers: { authorization } });
  const link = JSON.stringify({ name: file?.name, attachmentType: 'LINK', url: 'no-address' });
  await fetch(address, {
    ...{ method: 'POST', body: link },
    headers: { authorization, 'content-type': 'application/json' },
  });
  for (let n = 0; n < 12; n += 1) {
    const named = {
      'content-type': 'text/csv',
      'content-disposition': `attachment; filename="${file?.name}"`,
    };
    await fetch(address, { method: 'POST', body: 'theirs', headers: { authorization, ...named } });
  }
  await world.sandbox.faults({});
  await world.sandbox.forgetCalls();
  await letTimePass(world, '16 minutes');
  await expect.poll(() => world.readOptions(made.automation)).toEqual(['a']);
  await atRest(account);
  const { operations } = await world.sandbox.calls();
  expect(operations['attachments.get']).toBeLessThanOrEqual(10);
});

test('a copy of a list that is another by now is deleted when no run came to use it', async () => {
  const made = await make(['a'], ['a', 'b']);
  await failToWrite(made);
  expect(await files(made)).toHaveLength(1);
  await world.sandbox.faults({});
  await world.setOptions(account, made.automation, ['a', 'b', 'c']);
  await letTimePass(world, '16 minutes');
  await expect.poll(() => world.readOptions(made.automation)).toEqual(['a']);
  await atRest(account);
  // As long as the first write might have arrived, its copy stayed.
  expect(await files(made)).toHaveLength(2);
  await setSource(made, { 0: 'z' });
  await sync(made);
  const texts = (await files(made)).map(({ text }) => text);
  expect(texts).toEqual(['Pick\r\na\r\nb\r\nc\r\n', 'Pick\r\na\r\n']);
});

test('a copy is used again by the run that is tried once more', async () => {
  const made = await make(['a'], ['a', 'b']);
  await failToWrite(made);
  await world.sandbox.faults({});
  await letTimePass(world, '16 minutes');
  await expect.poll(() => world.readOptions(made.automation)).toEqual(['a']);
  await atRest(account);
  expect(await files(made)).toHaveLength(1);
  expect((await findRuns(made)).at(-1)?.copyId).toBe((await findCopies(made))[0]?.id);
});

test('a file with the id of an unused copy, and another text, is not deleted', async () => {
  const made = await make(['a'], ['a', 'b']);
  await failToWrite(made);
  await world.sandbox.faults({});
  const { id: automationId } = made.automation;
  await world.prisma.writeIntent.deleteMany({ where: { automationId } });
  await world.prisma.listCopy.updateMany({ where: { automationId }, data: { contentHash: 'another' } });
  await letTimePass(world, '16 minutes');
  await expect.poll(() => world.readOptions(made.automation)).toEqual(['a']);
  await atRest(account);
  expect(await files(made)).toHaveLength(2);
  expect(await findCopies(made)).toHaveLength(1);
});

test('the copy of a rename that stopped half-way stays, although somebody edits the list before it goes on', async () => {
  const all = ['Acme', 'Bolt', 'Cord'];
  const wanted = { names: all, options: all, cells: all, fields: { keepCopies: true } };
  const scene = await makeRenamedScene(world, account, wanted);
  await scene.sync();
  await scene.rename({ 0: 'Acme GmbH', 2: '' });
  const accounts = [account.email];
  await world.sandbox.faults({ errorRate: 1, errorStatus: 503, operations: ['rows.update'], accounts });
  await world.mark(account.connection.id, { automationIds: [scene.automation.id] });
  await expect.poll(scene.readOptions).toEqual(['Acme GmbH', 'Acme', 'Bolt']);
  await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('queued');
  await world.sandbox.faults({});
  await world.setOptions(account, scene.automation, ['Acme GmbH', 'Acme', 'Bolt', 'typed']);
  await letTimePass(world, '20 minutes');
  await scene.sync();
  expect(await scene.readOptions()).toEqual(['Acme GmbH', 'Bolt']);
  const copies = await readAttachedFiles(world, account, scene.target.id);
  expect(copies.map(({ text }) => text.trim().split('\r\n').slice(1))).toEqual([
    all,
    ['Acme GmbH', 'Acme', 'Bolt', 'typed'],
  ]);
});
