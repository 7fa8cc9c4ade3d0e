import { testAutomation, testConnection, testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let api: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  api = await testApp();
});
beforeEach(async () => {
  api.clock.at = new Date();
  ({ headers } = await api.signIn({ role: 'admin' }));
  await api.db.user.deleteMany({ where: { role: 'user' } });
  await api.db.contactMessage.deleteMany();
  await api.db.dispute.deleteMany();
  await api.db.providerEvent.deleteMany();
  await api.db.paymentTransaction.deleteMany();
  await api.db.statusIncident.deleteMany();
  await api.db.statusPart.deleteMany();
  await api.db.maintenanceWindow.deleteMany();
  await api.context.maintenance.load();
  await api.db.$executeRaw`DELETE FROM pgboss.job`;
});
afterAll(() => api.close());

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const ask = (path: string) => api.app.inject({ url: `/api/admin/${path}`, headers });
/** This process does not work on its queues, which is a problem of its own in each answer. */
const own = { kind: 'not_ready', level: 'bad', names: ['queue', 'listener', 'locks'] };
const read = async () => (await ask('now')).json();

/** Runs a test while a sync-worker is connected. */
async function withWorker(work: () => Promise<void>): Promise<void> {
  const client = await api.admin.connect();
  try {
    await client.query("SET application_name = 'picksync-queue sync-worker one'");
    await work();
  } finally {
    await client.query("SET application_name = 'psql'");
    client.release();
  }
}
const measured = (part: string, isDisturbed: boolean) =>
  api.db.statusPart.create({ data: { part, isDisturbed, since: ago(9), measuredAt: ago(0.5) } });

test('administrators alone read it', async () => {
  const { headers: stranger } = await api.signIn();
  expect((await api.app.inject({ url: '/api/admin/now', headers: stranger })).statusCode).toBe(403);
});

test('an installation that runs says so, with what was measured', async () => {
  await withWorker(async () => {
    await measured('mail', false);
    await measured('payments', false);
    const connection = await testConnection(api.db, { lastSweptAt: ago(4) });
    await api.db.smartsheetConnection.update({
      where: { id: connection.id },
      data: { statusChangedAt: ago(60) },
    });
    const now = await read();
    expect(now).toMatchObject({
      unread: [],
      isMaintenance: false,
      problems: [own],
      workers: { alive: 1 },
      queues: { waiting: 0, oldestSeconds: null, dead: 0 },
      working: ['mail', 'payments'],
      checks: { accounts: 1 },
      waiting: { count: 0, items: [], more: [] },
      failing: { automations: 0, active: 0, groups: [] },
    });
    expect(now.checks.longestSeconds).toBeGreaterThanOrEqual(240);
    expect(now.checks.longestSeconds).toBeLessThan(300);
  });
});

test('reports problems of workers, queues, mails, accounts and parts', async () => {
  expect((await read()).problems).toMatchObject([own, { kind: 'no_worker' }, { kind: 'not_measured' }]);
  await withWorker(async () => {
    await measured('website', true);
    const connection = await testConnection(api.db, { lastSweptAt: ago(40) });
    await api.db.smartsheetConnection.update({
      where: { id: connection.id },
      data: { statusChangedAt: ago(60) },
    });
    const away = await testConnection(api.db, { lastSweptAt: ago(40) });
    await api.db.smartsheetConnection.update({
      where: { id: away.id },
      data: { statusChangedAt: ago(60), retryingSince: ago(35) },
    });
    await api.db.$executeRaw`
      INSERT INTO pgboss.job (id, name, data, state, start_after, created_on)
      VALUES (gen_random_uuid(), 'export-data', '{}', 'created', ${ago(6)}, ${ago(6)}),
        (gen_random_uuid(), 'send-mail', '{}', 'created', ${ago(7)}, ${ago(7)})`;
    expect(await read()).toMatchObject({
      problems: [
        own,
        { kind: 'part_disturbed', level: 'bad', names: ['website'] },
        { kind: 'checks_late', level: 'bad', count: 1 },
        { kind: 'mail_held', level: 'bad', count: 1 },
        { kind: 'queue_late', level: 'warn', count: 1, names: ['export-data'] },
        { kind: 'smartsheet_away', level: 'warn', count: 1 },
      ],
      queues: { waiting: 2 },
    });
  });
});

test('during an update nothing is late, and one that takes too long waits for a person', async () => {
  await api.db.maintenanceWindow.create({ data: { startsAt: ago(60), endsAt: ago(5) } });
  await api.context.maintenance.load();
  expect(await read()).toMatchObject({
    isMaintenance: true,
    problems: [own],
    waiting: { count: 1, items: [{ kind: 'maintenance' }] },
  });
});

test('the list orders what waits for a person by deadline, then by age, and the tab counts it', async () => {
  await api.db.contactMessage.create({
    data: {
      email: 'olivia@northwind.example',
      message: `It stays\n\nPeriodic. ${'Why? '.repeat(60)}`,
      plan: 'premium',
      createdAt: ago(60),
    },
  });
  await api.db.contactMessage.create({ data: { email: 'a@b.example', message: 'Read', isRead: true } });
  const dispute = (id: string, more: object) =>
    api.db.dispute.create({
      data: {
        provider: 'paypal',
        providerDisputeId: id,
        reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
        status: 'open',
        amountCents: 1999,
        currency: 'USD',
        openedAt: ago(3000),
        createdAt: ago(3000),
        ...more,
      },
    });
  await dispute('PP-D-1', { respondBy: ago(-60) });
  await dispute('PP-D-2', { respondBy: null });
  await dispute('PP-D-3', { status: 'under_review', respondBy: ago(-60) });
  await dispute('PP-D-4', { status: 'closed', outcome: 'won', closedAt: ago(1) });
  await api.db.statusIncident.create({
    data: { title: 'Mails are late', parts: ['mail'], isMeasured: false, startedAt: ago(90) },
  });
  await api.db.statusIncident.create({
    data: { title: 'Checks run late', parts: ['checks'], isMeasured: true, startedAt: ago(90) },
  });
  const event = (reference: string | null, type: string) =>
    api.db.providerEvent.create({
      data: {
        provider: 'razorpay',
        providerEventId: crypto.randomUUID(),
        type,
        reference,
        outcome: 'failed',
        detail: 'Razorpay did not answer.',
        receivedAt: ago(200),
        processedAt: ago(100),
      },
    });
  await event('plink_1', 'payment_link.paid');
  await event('plink_1', 'payment_link.paid');
  await api.db.$executeRaw`
    INSERT INTO pgboss.job (id, name, data, state, source_name, created_on)
    VALUES (gen_random_uuid(), 'dead-letters', '{}', 'created', 'send-mail', ${ago(70)}),
      (gen_random_uuid(), 'dead-letters', '{}', 'created', 'send-mail', ${ago(71)})`;
  const { waiting } = await read();
  expect(waiting.items).toMatchObject([
    {
      kind: 'dispute',
      deadline: expect.any(String),
      amount: 19.99,
      currency: 'USD',
      about: 'Merchandise or service not received',
    },
    { kind: 'message', deadline: expect.any(String), email: 'olivia@northwind.example', plan: 'premium' },
    { kind: 'dispute', deadline: null },
    { kind: 'event', deadline: null, count: 2, about: 'Razorpay did not answer.' },
    { kind: 'incident', about: 'Mails are late' },
    { kind: 'dead_letters', id: 'send-mail', count: 2 },
  ]);
  expect(waiting.items[1].about).toMatch(/^It stays Periodic\. Why\? .*…$/);
  expect(waiting.items[1].about.length).toBeLessThanOrEqual(121);
  expect(waiting).toMatchObject({ count: 6, more: [] });
  expect((await ask('attention')).json()).toMatchObject({ now: 6, disputes: 3, events: 2, deadLetters: 2 });
});

test('a payment that bought nothing waits once, not beside the event that was refused for it', async () => {
  const { id: userId } = await testUser(api.db, { email: 'nora@settle.example' });
  await api.db.paymentTransaction.create({
    data: {
      userId,
      provider: 'paypal',
      providerTransactionId: 'S-1',
      providerSubscriptionId: 'I-1',
      transactionType: 'unmatched',
      status: 'paid',
      amount: 5.99,
      currency: 'USD',
      createdAt: ago(500),
    },
  });
  await api.db.providerEvent.create({
    data: {
      provider: 'paypal',
      providerEventId: 'WH-1',
      type: 'PAYMENT.SALE.COMPLETED',
      reference: 'I-1',
      outcome: 'refused',
      receivedAt: ago(500),
      processedAt: ago(500),
    },
  });
  const { waiting } = await read();
  expect(waiting.items).toMatchObject([
    {
      kind: 'payment',
      amount: 5.99,
      email: 'nora@settle.example',
      about: 'It bought nothing: no checkout of ours belongs to it.',
    },
  ]);
});

test('more than fits is counted by its kind', async () => {
  for (let index = 0; index < 15; index += 1)
    await api.db.contactMessage.create({
      data: { email: `n${index}@many.example`, message: 'Hello', createdAt: ago(index) },
    });
  const { waiting } = await read();
  expect(waiting.items).toHaveLength(12);
  expect(waiting.items[0].email).toBe('n14@many.example');
  expect(waiting).toMatchObject({ count: 15, more: [{ kind: 'message', count: 3 }] });
});

test('the last hour tells how long changes took, what was called, and which jobs were done', async () => {
  const connection = await testConnection(api.db);
  const { id: automationId } = await testAutomation(api.db, { connection });
  const run = (minutes: number, delayMs: number | null) =>
    api.db.automationRun.create({
      data: { automationId, at: ago(minutes), outcome: 'changed', durationMs: 5, calls: 4, delayMs },
    });
  await run(1, 1000);
  await run(1, 3000);
  await run(31, 9000);
  await run(31, null);
  await run(61, 99_000);
  await api.db.$executeRaw`
    INSERT INTO pgboss.job (id, name, data, state, completed_on)
    SELECT gen_random_uuid(), 'sweep', '{}', 'completed', ${ago(3)} FROM generate_series(1, 6)`;
  await api.db.$executeRaw`
    INSERT INTO pgboss.job (id, name, data, state, source_name, created_on)
    VALUES (gen_random_uuid(), 'dead-letters', '{}', 'created', 'tidy', ${ago(50)}),
      (gen_random_uuid(), 'dead-letters', '{}', 'created', 'tidy', ${ago(70)})`;
  api.clock.at = new Date();
  const { delays, calls, jobs } = await read();
  expect(delays).toMatchObject({ changes: 3, medianMs: 3000 });
  expect(delays.medians).toHaveLength(30);
  expect([delays.medians[29], delays.p95s[29], delays.medians[14], delays.medians[3]]).toEqual([
    2000,
    expect.closeTo(2900),
    9000,
    null,
  ]);
  expect(calls).toMatchObject({ lastHour: 16 });
  expect([calls.perMinute[29], calls.perMinute[14], calls.perMinute[3]]).toEqual([4, 4, 0]);
  expect(jobs).toMatchObject({ lastHour: 6, dead: 1 });
  expect(jobs.perMinute[28]).toBe(3);
});

test('automations that fail are told by their reason, with whose they are and when the first one is paused', async () => {
  const connection = await testConnection(api.db);
  await api.db.smartsheetConnection.update({
    where: { id: connection.id },
    data: { statusChangedAt: ago(9000) },
  });
  const failing = (reason: string, since: Date) =>
    testAutomation(api.db, { connection, lastError: 'No', lastErrorReason: reason, failingSince: since });
  await failing('target_column_locked', ago(60));
  await failing('target_column_locked', ago(120));
  await failing('a_reason_of_tomorrow', ago(30));
  const waiting = { lastError: 'No', lastErrorReason: 'wipe_guard', review: { added: 0, removed: 6 } };
  await testAutomation(api.db, { connection, ...waiting });
  await testAutomation(api.db, { connection });
  expect((await read()).failing).toMatchObject({
    automations: 4,
    active: 5,
    groups: [
      { reason: 'target_column_locked', class: 'configuration', isReview: false, automations: 2, users: 1 },
      { reason: 'a_reason_of_tomorrow', class: 'bug', automations: 1, pausesAt: null },
      { reason: 'wipe_guard', isReview: true, automations: 1, pausesAt: null },
    ],
  });
});

test('a part that cannot be read is named, and the others still tell what they know', async () => {
  await api.db.contactMessage.create({ data: { email: 'a@b.example', message: 'Hello' } });
  await api.admin.query('ALTER TABLE smartsheet_connections RENAME TO hidden_connections');
  try {
    const now = await read();
    expect(now.unread).toContain('accounts');
    expect(now).toMatchObject({ checks: null, waiting: { count: 1 }, jobs: { lastHour: 0 } });
  } finally {
    await api.admin.query('ALTER TABLE hidden_connections RENAME TO smartsheet_connections');
  }
});
