import { randomUUID } from 'node:crypto';
import type { Automation } from '@picksync/contracts';
import { countLockWaits } from '@picksync/db/testing';
import { makeSheet } from '@picksync/sync-engine/testing';
import { afterEach, expect, test } from 'vitest';
import { openRuleScene } from '../../testing/rule-scene.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';

const { app, sandbox } = await sandboxApp();
const { scene, look, call, findColumn, setFaults, source, token } = await openRuleScene({ app, sandbox });
afterEach(() => setFaults({}));

/** Looks into a rule, and does something while the look reads a sheet. */
async function lookMeanwhile(
  ruleId: string,
  sheetId: string,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  await setFaults({ hold: 'before', sheets: [sheetId] });
  const looked = look(ruleId);
  await expect
    .poll(async () => (await sandbox.call<unknown[]>('GET', '/api/held')).length)
    .toBeGreaterThan(0);
  await meanwhile();
  await setFaults({});
  await looked;
}

test.each([
  ['is paused', { isActive: false }],
  ['looks for another title', { columnTitle: 'Phase' }],
  ['only adds from now on', { mode: 'add_only' }],
  ['asks about new sheets', { newSheets: 'ask' }],
])('a look takes nothing up for a rule that %s meanwhile', async (_what, edit) => {
  const { ids, send, makeRule, automations } = await scene('One', 'Two');
  const id = await makeRule();
  await lookMeanwhile(id, ids.Two ?? '', () => send('PATCH', `/api/rules/${id}`, edit));
  expect(await automations()).toEqual([]);
});

test('a look takes nothing up for a rule that is deleted meanwhile', async () => {
  const { ids, send, makeRule, automations } = await scene('One');
  const id = await makeRule();
  const remove = () => send('DELETE', `/api/rules/${id}?automations=delete`);
  await lookMeanwhile(id, ids.One ?? '', remove);
  expect(await automations()).toEqual([]);
});

test('automations that are paused with their rule during a look are activated with it', async () => {
  const { ids, add, send, makeRule, automations } = await scene('One');
  const id = await makeRule();
  await look(id);
  await app.db.ruleMatch.updateMany({ where: { ruleId: id }, data: { readAt: new Date(0) } });
  await add('Two');
  await lookMeanwhile(id, ids.Two ?? '', () => send('PATCH', `/api/rules/${id}`, { isActive: false }));
  expect((await automations()).map(({ isActive }) => isActive)).toEqual([false]);
  await send('PATCH', `/api/rules/${id}`, { isActive: true });
  expect((await automations()).map(({ isActive }) => isActive)).toEqual([true]);
});

test.each(['by itself', 'with others'])(
  'an automation that is activated %s and paused by hand while its rule is paused stays so',
  async (how) => {
    const { send, makeRule, automations } = await scene('One', 'Two');
    const id = await makeRule();
    await look(id);
    await send('PATCH', `/api/rules/${id}`, { isActive: false });
    const [one] = (await automations()).map((row) => row.id);
    const toggle = (isActive: boolean) =>
      how === 'by itself'
        ? send('PATCH', `/api/configurations/${one}`, { isActive })
        : send('POST', '/api/configurations/bulk/toggle', { ids: [one], isActive });
    await toggle(true);
    await toggle(false);
    await send('PATCH', `/api/rules/${id}`, { isActive: true });
    expect((await automations()).map(({ isActive }) => isActive)).toEqual([false, true]);
  },
);

test.each([
  ['paused', true],
  ['activated', false],
])(
  'a rule that could not be %s with all its automations is as it was, and can be',
  async (_what, isActive) => {
    const { send, makeRule, automations } = await scene('One', 'Two');
    const id = await makeRule();
    await look(id);
    if (!isActive) await send('PATCH', `/api/rules/${id}`, { isActive: false });
    await app.admin.query(`
    CREATE OR REPLACE FUNCTION die_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'gone'; END $$;
    CREATE TRIGGER die_here BEFORE UPDATE OF is_active ON automations FOR EACH ROW EXECUTE FUNCTION die_here()`);
    const toggle = () => send('PATCH', `/api/rules/${id}`, { isActive: !isActive });
    await expect(toggle()).rejects.toThrow();
    await app.admin.query('DROP TRIGGER die_here ON automations');
    const states = async () => [
      (await app.db.rule.findUniqueOrThrow({ where: { id } })).isActive,
      ...(await automations()).map((one) => one.isActive),
    ];
    expect(await states()).toEqual([isActive, isActive, isActive]);
    await toggle();
    expect(await states()).toEqual([!isActive, !isActive, !isActive]);
  },
);

test('a look that was taken for dead does not end the look that has its rule by now', async () => {
  const { ids, makeRule } = await scene('One');
  const id = await makeRule();
  const lookingUntil = new Date(Date.now() + 60_000);
  const where = { id };
  await lookMeanwhile(id, ids.One ?? '', () => app.db.rule.update({ where, data: { lookingUntil } }));
  expect(await app.db.rule.findUnique({ where })).toMatchObject({ lookingUntil });
  expect((await app.db.rule.findUnique({ where }))?.lookWantedAt).not.toBeNull();
});

test('an automation of which an earlier list was put back rests when its rule is activated', async () => {
  const { send, makeRule, automations } = await scene('One', 'Two');
  const id = await makeRule();
  await look(id);
  await send('PATCH', `/api/rules/${id}`, { isActive: false });
  const [one] = await automations();
  await app.db.automation.updateMany({ where: { id: one?.id ?? '' }, data: { restedAt: new Date() } });
  await send('PATCH', `/api/rules/${id}`, { isActive: true });
  expect((await automations()).map(({ isActive }) => isActive)).toEqual([false, true]);
});

/** Takes a sheet away until it is gone, and returns how it is put back. */
async function takeAway(id: string, sheetId: string, folderId: string): Promise<() => Promise<unknown>> {
  const moveTo = (body: object) => call('POST', `/2.0/sheets/${sheetId}/move`, body);
  await moveTo({ destinationType: 'home' });
  await look(id);
  await look(id);
  return () => moveTo({ destinationType: 'folder', destinationId: Number(folderId) });
}

test('a sheet that is back with another dropdown of the title goes on in that one alone', async () => {
  const { ids, folderId, makeRule, automations } = await scene('One');
  const sheetId = ids.One ?? '';
  const id = await makeRule();
  await look(id);
  const putBack = await takeAway(id, sheetId, folderId);
  await replaceColumn(sheetId);
  await putBack();
  await look(id);
  const after = await findColumn(sheetId, 'Client');
  expect(await automations()).toMatchObject([{ isActive: true, targetColumnId: after }]);
});

/** Gives a sheet another dropdown with the title that a rule looks for. */
async function replaceColumn(sheetId: string): Promise<void> {
  const columns = `/2.0/sheets/${sheetId}/columns`;
  await call('PUT', `${columns}/${await findColumn(sheetId, 'Client')}`, { title: 'Former client' });
  await call('POST', columns, { title: 'Client', type: 'PICKLIST', options: [], index: 2 });
}

test('sheets that are back go on when their rule does, where it is paused in the middle of the look', async () => {
  const { ids, folderId, send, makeRule, automations } = await scene('One', 'Two');
  const id = await makeRule();
  await look(id);
  const putBack = [];
  for (const sheetId of [ids.One ?? '', ids.Two ?? '']) putBack.push(await takeAway(id, sheetId, folderId));
  // For the first one the look asks about the source, before it has come to the second.
  await replaceColumn(ids.One ?? '');
  for (const put of putBack) await put();
  const toggle = (isActive: boolean) => send('PATCH', `/api/rules/${id}`, { isActive });
  await lookMeanwhile(id, source.id, () => toggle(false));
  expect((await automations()).map(({ isActive }) => isActive)).toEqual([false, false]);
  await toggle(true);
  await look(id);
  expect((await automations()).map(({ isActive }) => isActive)).toEqual([true, true]);
});

/** Two automations of a rule that has got another source, and how a person chooses the source. */
async function withOtherSource() {
  const made = await scene('One', 'Two');
  const id = await made.makeRule();
  await look(id);
  const other = await makeSheet({ call }, { token, name: `Other ${randomUUID()}`, rows: [['Alder']] });
  const choose = ({ id: sourceSheetId, columns }: typeof other) =>
    made.send('PATCH', `/api/rules/${id}`, { sourceSheetId, sourceColumnId: columns.Name });
  await choose(other);
  return { ...made, id, other, choose };
}

test('a source that is taken back in the middle of a look reaches no other automation of the rule', async () => {
  const { id, other, choose, automations } = await withOtherSource();
  await lookMeanwhile(id, other.id, () => choose(source));
  expect((await automations()).map(({ sourceSheetId }) => sourceSheetId)).toEqual([source.id, source.id]);
});

test('automations that a person keeps in the middle of a look stay as they are', async () => {
  const { id, other, act, automations } = await withOtherSource();
  await lookMeanwhile(id, other.id, async () => {
    await act(id, 'One', 'keep');
    await act(id, 'Two', 'keep');
  });
  const own = { ruleId: null, sourceSheetId: source.id };
  expect(await automations()).toMatchObject([own, own]);
});

test('a title that is corrected while a look writes down what it saw is looked for at once', async () => {
  const { send, makeRule, states } = await scene('One', 'Two', 'Three');
  const id = await makeRule({ columnTitle: 'Phase' });
  await look(id);
  await app.db.ruleMatch.updateMany({
    where: { ruleId: id },
    data: { readAt: new Date(0), state: 'choose' },
  });
  const client = await app.admin.connect();
  await client.query('BEGIN');
  await client.query("SELECT FROM rule_matches WHERE rule_id = $1 AND sheet_name = 'One' FOR UPDATE", [id]);
  const looked = look(id);
  await expect.poll(() => countLockWaits(app.admin)).toBe(1);
  const corrected = send('PATCH', `/api/rules/${id}`, { columnTitle: 'Client' });
  await expect.poll(() => countLockWaits(app.admin)).toBe(2);
  await client.query('COMMIT');
  client.release();
  await Promise.all([looked, corrected]);
  await look(id);
  expect(await states(id)).toEqual({ One: 'follows', Two: 'follows', Three: 'follows' });
});

test('a sheet that leaves makes room for an older one that is back, before a new one gets it', async () => {
  const { ids, folderId, add, makeRule, states, fillPlan } = await scene('Older', 'Newer');
  const id = await makeRule();
  await look(id);
  const putBack = await takeAway(id, ids.Older ?? '', folderId);
  await fillPlan(99);
  await call('POST', `/2.0/sheets/${ids.Newer}/move`, { destinationType: 'home' });
  await look(id);
  await add('Newest');
  await putBack();
  await look(id);
  expect(await states(id)).toEqual({ Older: 'follows', Newer: 'gone', Newest: 'waits' });
});

test('an automation that a person keeps is not deleted by the look that began before', async () => {
  const { ids, add, makeRule, act, automations } = await scene('One');
  const id = await makeRule();
  await look(id);
  await call('DELETE', `/2.0/sheets/${ids.One}`);
  await look(id);
  await look(id);
  await app.db.ruleMatch.updateMany({ where: { ruleId: id }, data: { goneAt: new Date(0) } });
  await add('Two');
  const keep = async () => {
    const [kept] = await automations();
    // It need not go on to stand alone.
    await app.db.automation.updateMany({ where: { id: kept?.id ?? '' }, data: { lastErrorReason: null } });
    await act(id, 'One', 'keep');
  };
  await lookMeanwhile(id, ids.Two ?? '', keep);
  expect((await automations()).map(({ name, ruleId }) => [name, ruleId])).toEqual([
    ['Clients into One', null],
    ['Clients into Two', id],
  ]);
});

test('an automation that cannot be taken over stays as it is, and the other sheets are taken up', async () => {
  const { ids, add, send, makeRule, states, act, automations } = await scene('Eastgate');
  const list = { title: 'Pick', type: 'PICKLIST', options: [] };
  const loop = await makeSheet({ call }, { token, name: `Loop ${randomUUID()}`, columns: [list] });
  const eastgate = await findColumn(ids.Eastgate ?? '', 'Client');
  const make = (name: string, from: string[], to: string[]) =>
    send<{ configuration: Automation }>('POST', '/api/configurations', {
      name,
      ...{ sourceSheetId: from[0], sourceColumnId: from[1], sourceSheetName: 's', sourceColumnName: 'c' },
      ...{ sheetId: to[0], targetColumnId: to[1], sheetName: 't', targetColumnName: 'c' },
    });
  const [pick, target] = [
    [loop.id, loop.columns.Pick ?? ''],
    [ids.Eastgate ?? '', eastgate],
  ];
  await make('Own', [source.id, source.columns.Name ?? ''], target);
  await make('Back', target, pick);
  const id = await makeRule({ sourceSheetId: pick[0], sourceColumnId: pick[1] });
  await look(id);
  await add('Later');
  await act(id, 'Eastgate', 'take_over');
  await look(id);
  const own = (await automations()).find(({ name }) => name === 'Own');
  expect(own).toMatchObject({ ruleId: null, sourceSheetId: source.id });
  expect(await states(id)).toMatchObject({ Eastgate: 'loop', Later: 'follows' });
  const rule = await app.db.rule.findUniqueOrThrow({ where: { id } });
  expect(rule.unreadableReason).toBeNull();
});

test('the name of an automation is not cut within a character', async () => {
  const { makeRule, automations } = await scene(`${'x'.repeat(43)}\u{1f600}y`);
  const long = await makeSheet({ call }, { token, name: 'C'.repeat(50), rows: [['a']] });
  const id = await makeRule({ sourceSheetId: long.id, sourceColumnId: long.columns.Name });
  await look(id);
  const [made] = await automations();
  expect(made?.name).toBe(`${'C'.repeat(50)} into ${'x'.repeat(43)}`);
});

test('a look in which the plan ends keeps what was taken up, and the rest waits with a count that is true', async () => {
  const { ids, add, send, makeRule, automations } = await scene('One', 'Two');
  const id = await makeRule();
  await look(id);
  await add('Three');
  const { userId } = await app.db.rule.findUniqueOrThrow({ where: { id } });
  const free = { subscriptionStatus: 'free', subscriptionTier: 'free', trialEndDate: null } as const;
  await lookMeanwhile(id, ids.Three ?? '', () => app.db.user.update({ where: { id: userId }, data: free }));
  expect(await automations()).toHaveLength(2);
  const entry = await app.db.activityLog.findFirst({ where: { userId, action: 'plan_limit' } });
  expect(entry?.details).toBe('1 sheet of Client projects is not taken up. 2 of 1 configurations are used.');
  const matches = await send<{ sheetName: string; message: string }[]>('GET', `/api/rules/${id}/matches`);
  expect(matches.find(({ sheetName }) => sheetName === 'Three')?.message).toContain('2 of 1 are used.');
});
