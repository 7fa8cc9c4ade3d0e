import { smartsheetErrorTexts } from '@picksync/contracts';
import { afterEach, expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { draftAutomation } from '../../testing/draft.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

const { app, sandbox } = await sandboxApp();
afterEach(async () => {
  // Everybody is at the same account of the sandbox: the next test finds its columns free.
  await app.db.automation.deleteMany();
});

const clients = ['Clients', 'Client name'] as const;
const timeSheet = (column: string) => ['Time sheet 2026', column] as const;
const draft = (from: readonly [string, string], to: readonly [string, string]) =>
  draftAutomation(sandbox, { from, to });

const basic = { subscriptionStatus: 'active', subscriptionTier: 'basic' } as const;

async function connectedUser(user: Parameters<TestApp['signIn']>[0] = basic) {
  const signedIn = await app.signIn(user);
  return { ...signedIn, connection: await connectSandbox(app, sandbox, { userId: signedIn.userId }) };
}
type User = Awaited<ReturnType<typeof connectedUser>>;

const create = ({ headers }: { headers: Record<string, string> }, payload: object) =>
  app.app.inject({ method: 'POST', url: '/api/configurations', headers, payload });
const edit = ({ headers }: User, id: string, payload: object) =>
  app.app.inject({ method: 'PATCH', url: `/api/configurations/${id}`, headers, payload });

test('an automation is created with the names from Smartsheet, and its first sync is queued', async () => {
  const user = await connectedUser();
  const body = await draft(clients, timeSheet('Client'));
  const reply = await create(user, body);
  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toMatchObject({
    message: 'Your automation has been set up successfully',
    configuration: {
      name: 'Client name into Client',
      sourceSheetName: 'Clients',
      sourceColumnName: 'Client name',
      sheetId: body.sheetId,
      sheetName: 'Time sheet 2026',
      targetColumnName: 'Client',
      mode: 'mirror',
      removeDuplicates: true,
      isActive: true,
      lastUpdated: null,
      lastError: null,
      syncState: 'queued',
      lastRun: null,
      recentRuns: [],
    },
  });
  const job = { connectionId: user.connection.id };
  expect(await app.waitingJobs('sync-connection')).toContainEqual(job);
  expect(await app.waitingJobs('mend-webhooks')).toContainEqual(job);
  expect(await app.db.automation.findMany({ where: { userId: user.userId } })).toMatchObject([
    { dirtyReason: 'creation' },
  ]);
  expect(await app.db.activityLog.findMany({ where: { userId: user.userId } })).toMatchObject([
    {
      action: 'create_automation',
      status: 'success',
      automationId: reply.json().configuration.id,
      details: 'Client in Time sheet 2026 follows Client name in Clients.',
    },
  ]);
});

test('the history begins with who has created the automation, from where to where', async () => {
  const user = await connectedUser({ subscriptionStatus: 'active', subscriptionTier: 'premium' });
  const key = await app.createKey(user.userId);
  const { name } = await app.db.apiKey.findFirstOrThrow({ where: { userId: user.userId } });
  for (const [by, keyName, column] of [
    [user, null, 'Client'],
    [key, name, 'Project'],
  ] as const) {
    const { configuration } = (await create(by, await draft(clients, timeSheet(column)))).json();
    const reply = await app.app.inject({
      url: `/api/configurations/${configuration.id}/changes`,
      headers: user.headers,
    });
    expect(reply.json()).toEqual([
      {
        id: expect.any(String),
        at: configuration.createdAt,
        subject: 'creation',
        before: null,
        after: {
          kind: 'creation',
          source: { sheetName: 'Clients', columnName: 'Client name' },
          destination: { sheetName: 'Time sheet 2026', columnName: column },
        },
        keyName,
        undo: 'never',
      },
    ]);
  }
});

test('a new automation has the health that its creation saw', async () => {
  const user = await connectedUser();
  const { configuration } = (await create(user, await draft(clients, timeSheet('Client')))).json();
  expect(configuration.health).toMatchObject({
    checkedAt: configuration.createdAt,
    findings: [{ check: 'webhook', status: 'note' }],
    fine: [
      ...['rights', 'scopes', 'plan', 'region', 'columns'],
      ...['lock', 'symbol', 'type', 'size', 'only_writer', 'loop'],
    ],
  });
});

test('one call per sheet is enough to look', async () => {
  const user = await connectedUser();
  const apart = await draft(clients, timeSheet('Client'));
  const inOneSheet = await draft(timeSheet('Entry'), timeSheet('Staff'));
  for (const [body, calls] of [
    [apart, 2],
    [inOneSheet, 1],
  ] as const) {
    await sandbox.call('DELETE', '/api/calls');
    expect((await create(user, body)).statusCode).toBe(201);
    expect(await sandbox.call('GET', '/api/calls')).toMatchObject({ calls, writes: 0 });
  }
});

test.each([
  ['Approved', 'Symbol columns have a fixed list. Please choose another target column.'],
  ['Approver', 'The column is locked. Please choose another target column.'],
  ['Hours', 'Neither a dropdown nor a contact column. Please choose another target column.'],
])('the column %s cannot be a target', async (column, message) => {
  const reply = await create(await connectedUser(), await draft(clients, timeSheet(column)));
  expect(reply.statusCode).toBe(422);
  expect(reply.json()).toMatchObject({
    code: 'target_not_writable',
    message,
    errors: { targetColumnId: expect.any(String) },
  });
});

test('a column of a sheet where the user is no admin cannot be a target', async () => {
  const reply = await create(await connectedUser(), await draft(clients, ['Shipments', 'Status']));
  expect(reply.json()).toMatchObject({
    code: 'target_not_writable',
    errors: { targetColumnId: 'You need to be an admin or the owner of this sheet' },
  });
});

test('a sheet that may only be read can be a source', async () => {
  const reply = await create(
    await connectedUser(),
    await draft(['Carriers (read only)', 'Carrier'], timeSheet('Client')),
  );
  expect(reply.statusCode).toBe(201);
});

test.each([
  [{ sourceSheetId: '7' }, 'source_not_found', { sourceSheetId: smartsheetErrorTexts[1006] }],
  [{ sourceColumnId: '7' }, 'source_not_found', { sourceColumnId: 'This column is no longer in the sheet' }],
  [{ sheetId: '7' }, 'target_not_writable', { sheetId: smartsheetErrorTexts[1006] }],
  [
    { targetColumnId: '7' },
    'target_not_writable',
    { targetColumnId: 'This column is no longer in the sheet' },
  ],
])('names what is missing: %j', async (wrong, code, errors) => {
  const body = { ...(await draft(clients, timeSheet('Client'))), ...wrong };
  const reply = await create(await connectedUser(), body);
  expect([reply.statusCode, reply.json().code]).toEqual([422, code]);
  expect(reply.json().errors).toEqual(errors);
});

test.each([
  [{ name: ' ' }, 'name', 'Automation name is required'],
  [{ targetColumnId: undefined }, 'targetColumnId', 'Destination column ID is required'],
  [{ sheetId: '../1' }, 'sheetId', 'Destination sheet ID is required'],
  [{ userId: 'me' }, 'userId', undefined],
])('a request with %j is refused before anything is asked', async (wrong, field, message) => {
  const user = await connectedUser();
  const body = await draft(clients, timeSheet('Client'));
  await sandbox.call('DELETE', '/api/calls');
  const reply = await create(user, { ...body, ...wrong });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().errors).toHaveProperty(field);
  if (message) expect(reply.json().errors[field]).toBe(message);
  expect(await sandbox.call('GET', '/api/calls')).toMatchObject({ calls: 0 });
});

test('creates no automation without a connection', async () => {
  const reply = await create(await app.signIn(), await draft(clients, timeSheet('Client')));
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'smartsheet_not_connected']);
});

test('two automations may not fill one column, whoever owns them, and the refusal tells nothing of the other', async () => {
  const user = await connectedUser();
  const body = await draft(clients, timeSheet('Client'));
  expect((await create(user, body)).statusCode).toBe(201);
  for (const other of [user, await connectedUser()]) {
    const again = await create(other, { ...body, name: 'again' });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toEqual({
      code: 'column_taken',
      message:
        'Another automation, perhaps a colleague’s, already fills this column. Please choose another target column.',
      errors: { targetColumnId: 'Another automation, perhaps a colleague’s, already fills this column' },
    });
  }
  expect(await app.db.automation.count()).toBe(1);
});

test('exactly one of twenty users who fill one column at once succeeds', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => connectedUser()));
  const body = await draft(clients, timeSheet('Client'));
  const replies = await Promise.all(users.map((user) => create(user, body)));
  const outcomes = replies.map((reply) => reply.json().code ?? reply.statusCode);
  expect(outcomes.toSorted()).toEqual([201, ...Array(19).fill('column_taken')]);
  expect(await app.db.automation.count()).toBe(1);
  expect(
    await app.db.activityLog.count({ where: { userId: { in: users.map(({ userId }) => userId) } } }),
  ).toBe(1);
});

test('a paused automation leaves its column to others, and is refused when it is activated', async () => {
  const [one, other] = [await connectedUser(), await connectedUser()];
  const body = await draft(clients, timeSheet('Client'));
  const { id } = (await create(one, body)).json().configuration;
  await edit(one, id, { isActive: false });
  const theirs = (await create(other, body)).json().configuration;
  const refused = await edit(one, id, { isActive: true });
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'column_taken']);
  expect(await app.db.automation.findUnique({ where: { id } })).toMatchObject({ isActive: false });
  await app.app.inject({ method: 'DELETE', url: `/api/configurations/${theirs.id}`, headers: other.headers });
  expect((await edit(one, id, { isActive: true })).statusCode).toBe(200);
});

test('exactly one of ten users who activate an automation of one column at once succeeds', async () => {
  const body = await draft(clients, timeSheet('Client'));
  const paused = [];
  for (let count = 0; count < 10; count += 1) {
    const user = await connectedUser();
    const { id } = (await create(user, body)).json().configuration;
    await edit(user, id, { isActive: false });
    paused.push({ user, id });
  }
  const replies = await Promise.all(paused.map(({ user, id }) => edit(user, id, { isActive: true })));
  expect(replies.map((reply) => reply.json().code ?? reply.statusCode).toSorted()).toEqual([
    200,
    ...Array(9).fill('column_taken'),
  ]);
});

test('a chain through the automations of others may not lead back to its own source either', async () => {
  const [one, other] = [await connectedUser(), await connectedUser()];
  const [a, b, c] = [timeSheet('Client'), timeSheet('Project'), timeSheet('Staff')];
  const first = (await create(one, await draft(a, b))).json().configuration;
  expect((await create(other, await draft(b, c))).statusCode).toBe(201);
  expect((await create(one, await draft(c, a))).json()).toMatchObject({
    code: 'automation_loop',
    errors: { targetColumnId: expect.stringContaining('colleague') },
  });
  await edit(one, first.id, { isActive: false });
  expect((await create(one, await draft(c, a))).statusCode).toBe(201);
  expect((await edit(one, first.id, { isActive: true })).json().code).toBe('automation_loop');
});

test('refuses one of two halves of a loop that are made at once', async () => {
  const one = await connectedUser();
  const users = [one, await connectedUser()];
  const [a, b] = [timeSheet('Client'), timeSheet('Project')];
  const bodies = [await draft(a, b), await draft(b, a)];
  const replies = await Promise.all(bodies.map((body, at) => create(users[at] ?? one, body)));
  expect(replies.map((reply) => reply.json().code ?? reply.statusCode).toSorted()).toEqual([
    201,
    'automation_loop',
  ]);
});

test('a chain may go on, but not back to its own source', async () => {
  const user = await connectedUser();
  const [a, b, c] = [timeSheet('Client'), timeSheet('Project'), timeSheet('Staff')];
  expect((await create(user, await draft(a, b))).statusCode).toBe(201);
  expect((await create(user, await draft(b, c))).statusCode).toBe(201);
  for (const back of [await draft(c, a), await draft(b, a), await draft(a, a)]) {
    const reply = await create(user, back);
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'automation_loop']);
  }
});

test('refuses the second automation on the free plan, with the numbers', async () => {
  const user = await connectedUser({ subscriptionStatus: 'free' });
  expect((await create(user, await draft(clients, timeSheet('Client')))).statusCode).toBe(201);
  const reply = await create(user, await draft(clients, timeSheet('Staff')));
  expect(reply.statusCode).toBe(403);
  expect(reply.json()).toEqual({
    code: 'free_plan_limit',
    message: 'Configuration limit reached. Please upgrade plan to add more configurations',
    configurationCount: 1,
    configurationLimit: 1,
  });
});

test('ten requests at once make no more automations than the trial allows', async () => {
  const user = await connectedUser({});
  const columns = ['Client', 'Project', 'Staff', 'Activities'];
  const drafts = await Promise.all(columns.map((column) => draft(clients, timeSheet(column))));
  const bodies = [...drafts, ...drafts, ...drafts.slice(0, 2)];
  const replies = await Promise.all(bodies.map((body) => create(user, body)));
  const outcomes = replies.map((reply) => reply.json().code ?? reply.statusCode);
  expect(outcomes.filter((outcome) => outcome === 201)).toHaveLength(2);
  // Whoever wants a column that another of the ten has just got hears of that, unless the limit was reached before.
  const expected = [201, 'plan_limit_reached', 'column_taken'];
  expect(outcomes.filter((outcome) => !expected.includes(outcome))).toEqual([]);
  expect(await app.db.automation.count({ where: { userId: user.userId } })).toBe(2);
});

test('refuses more active automations than the plan allows, and allows more paused ones', async () => {
  const user = await connectedUser({ maxConfigurations: 2 });
  const ids: string[] = [];
  for (const column of ['Client', 'Staff']) {
    ids.push((await create(user, await draft(clients, timeSheet(column)))).json().configuration.id);
  }
  const [first = '', second = ''] = ids;
  await edit(user, first, { isActive: false });
  await app.db.user.update({ where: { id: user.userId }, data: { maxConfigurations: 1 } });
  const reply = await edit(user, first, { isActive: true });
  expect(reply.json()).toMatchObject({
    code: 'plan_limit_reached',
    configurationCount: 1,
    configurationLimit: 1,
  });
  await edit(user, second, { isActive: false });
  const activated = await Promise.all(ids.map((id) => edit(user, id, { isActive: true })));
  expect(activated.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403]);
});

test('an edit that moves an automation looks at the new columns and forgets what was known of the old', async () => {
  const user = await connectedUser();
  const made = (await create(user, await draft(clients, timeSheet('Client')))).json().configuration;
  const ran = { lastRunAt: new Date(), lastRunOutcome: 'changed', targetFingerprint: 'abc' } as const;
  const watched = { webhookId: '5', webhookEnabled: true };
  await app.db.automation.update({ where: { id: made.id }, data: { ...ran, ...watched } });

  const { name: _, ...elsewhere } = await draft(['Staff directory', 'Full name'], timeSheet('Staff'));
  const reply = await edit(user, made.id, elsewhere);
  expect(reply.json().configuration).toMatchObject({
    name: made.name,
    sourceSheetName: 'Staff directory',
    targetColumnName: 'Staff',
    targetColumnId: elsewhere.targetColumnId,
    lastRun: null,
    lastUpdated: null,
    webhookId: null,
    webhookEnabled: false,
    syncState: 'queued',
  });
  const { targetFingerprint } = await app.db.automation.findUniqueOrThrow({ where: { id: made.id } });
  expect(targetFingerprint).toBeNull();
});

test('an edit may not move an automation where another one writes, to a loop, or to a locked column', async () => {
  const user = await connectedUser();
  await create(user, await draft(clients, timeSheet('Client')));
  const made = (await create(user, await draft(timeSheet('Client'), timeSheet('Staff')))).json()
    .configuration;
  const moveTo = async (column: string) => {
    const { sheetId, sheetName, targetColumnId, targetColumnName } = await draft(clients, timeSheet(column));
    return (await edit(user, made.id, { sheetId, sheetName, targetColumnId, targetColumnName })).json().code;
  };
  expect(await moveTo('Client')).toBe('column_taken');
  expect(await moveTo('Approver')).toBe('target_not_writable');
  const { sourceSheetId, sourceColumnId } = await draft(timeSheet('Staff'), timeSheet('Client'));
  const selfish = { sourceSheetId, sourceColumnId, sourceColumnName: 'Staff' };
  expect((await edit(user, made.id, selfish)).json().code).toBe('automation_loop');
  expect(await app.db.automation.findUnique({ where: { id: made.id } })).toMatchObject({
    sourceColumnId: made.sourceColumnId,
    targetColumnId: made.targetColumnId,
  });
});

test('the name of a source sheet is looked up', async () => {
  const user = await connectedUser();
  const { id } = (await create(user, await draft(clients, timeSheet('Client')))).json().configuration;
  await app.db.automation.update({ where: { id }, data: { sourceSheetName: null } });
  const url = `/api/configurations/${id}/update-source-name`;
  const reply = await app.app.inject({ method: 'POST', url, headers: user.headers });
  expect(reply.json()).toMatchObject({
    message: 'Source sheet name updated',
    configuration: { sourceSheetName: 'Clients' },
  });
  await app.db.automation.update({ where: { id }, data: { sourceSheetId: '7' } });
  const gone = await app.app.inject({ method: 'POST', url, headers: user.headers });
  expect([gone.statusCode, gone.json().code]).toEqual([422, 'source_not_found']);
});

test('a name that arrives after the source was changed is not given to the new one', async () => {
  const user = await connectedUser();
  const { id } = (await create(user, await draft(clients, timeSheet('Client')))).json().configuration;
  await app.db.automation.update({ where: { id }, data: { sourceSheetName: null } });
  await sandbox.call('PUT', '/api/faults', { body: { hold: 'before', operations: ['sheets.get'] } });
  const url = `/api/configurations/${id}/update-source-name`;
  const looking = app.app.inject({ method: 'POST', url, headers: user.headers });
  await expect.poll(() => sandbox.call<unknown[]>('GET', '/api/held')).toHaveLength(1);
  await app.db.automation.update({
    where: { id },
    data: { sourceSheetId: '7', sourceSheetName: 'Projects' },
  });
  await sandbox.call('DELETE', '/api/faults');
  await sandbox.call('DELETE', '/api/held');
  expect((await looking).json().configuration.sourceSheetName).toBe('Projects');
});
