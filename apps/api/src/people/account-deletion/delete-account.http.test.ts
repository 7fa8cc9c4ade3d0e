import { randomUUID } from 'node:crypto';
import { countLockWaits, testAutomation } from '@picksync/db/testing';
import { expect, test } from 'vitest';
import { findMail } from '../../jobs/mails.ts';
import { sendMail } from '../../jobs/send-mail.job.ts';
import { UncertainError } from '../../mail/postmark.ts';
import { connectSandbox } from '../../testing/connect.ts';
import { testReceipt } from '../../testing/receipts.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';

const { app: api, sandbox } = await sandboxApp();

type Browser = { headers: Record<string, string> };
const remove = ({ headers }: Browser, email: string) =>
  api.app.inject({ method: 'POST', url: '/api/account/delete', headers, payload: { email } });

async function connectedPerson() {
  const browser = await api.signIn();
  const { email } = await api.db.user.findUniqueOrThrow({ where: { id: browser.userId } });
  const connection = await connectSandbox(api, sandbox, { userId: browser.userId });
  const automation = await testAutomation(api.db, { connection });
  return { ...browser, email, connection, automation };
}

/** What still names a user anywhere in the database. */
async function traces(userId: string, email: string) {
  const { rows: columns } = await api.admin.query<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type IN ('text', 'character varying', 'uuid', 'jsonb', 'ARRAY')`,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await api.admin.query(
      `SELECT 1 FROM "${table}" WHERE "${column}"::text LIKE ANY ($1) LIMIT 1`,
      [[`%${userId}%`, `%${email}%`]],
    );
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

test('everything about a person goes, and nothing of anybody else', async () => {
  const [person, other] = [await connectedPerson(), await connectedPerson()];
  await api.db.activityLog.create({
    data: { userId: person.userId, action: 'connect_smartsheet', status: 'success' },
  });
  await api.db.contactMessage.create({
    data: { userId: person.userId, email: person.email, message: 'Hello there' },
  });
  const answer = await remove(person, ` ${person.email.toUpperCase()} `);
  expect([answer.statusCode, answer.cookies[0]?.value]).toEqual([200, '']);
  expect(await traces(person.userId, person.email)).toEqual(['farewells.email']);
  expect((await api.app.inject({ url: '/api/account', headers: person.headers })).statusCode).toBe(401);
  expect((await api.app.inject({ url: '/api/account', headers: other.headers })).statusCode).toBe(200);
  expect(await api.db.automation.count({ where: { userId: other.userId } })).toBe(1);
  expect(await api.db.auditEvent.count({ where: { action: 'account_deleted', userId: null } })).toBe(1);
});

test('a mail says goodbye to the address', async () => {
  const person = await connectedPerson();
  await remove(person, person.email);
  const deletionNotice = await api.db.deletionNotice.findFirstOrThrow({ where: { email: person.email } });
  expect(await api.waitingJobs('send-mail')).toContainEqual({
    mail: 'account_deleted',
    deletionNoticeId: deletionNotice.id,
  });
  const mail = await findMail('account_deleted')?.write(
    { ...api.context } as never,
    { deletionNoticeId: deletionNotice.id } as never,
  );
  expect(mail).toMatchObject({ to: person.email, userId: null });
});

test('the address is gone with the goodbye, which is sent once even if its job is run again after a kill', async () => {
  const person = await connectedPerson();
  await remove(person, person.email);
  const { id: deletionNoticeId } = await api.db.deletionNotice.findFirstOrThrow({
    where: { email: person.email },
  });
  const sent: string[] = [];
  const mailer = (send: (mail: { id: string; to: string }) => Promise<void>) => ({
    send,
    wasAccepted: async (id: string) => sent.includes(id),
    reactivate: async () => {},
  });
  const job = {
    queue: 'send-mail' as const,
    id: randomUUID(),
    attempt: 0,
    isLastAttempt: false,
    payload: { mail: 'account_deleted', deletionNoticeId },
    priority: 0,
    dueAt: api.clock.at,
    signal: new AbortController().signal,
  };
  const lost = mailer(async ({ id }) => {
    sent.push(id);
    throw new UncertainError('killed');
  });
  await expect(sendMail({ ...api.context, mailer: lost }, job)).rejects.toThrow('killed');
  expect(await api.db.deletionNotice.count({ where: { id: deletionNoticeId } })).toBe(1);
  const working = mailer(async ({ id }) => void sent.push(id));
  for (let run = 0; run < 3; run += 1) await sendMail({ ...api.context, mailer: working }, job);
  expect(sent).toHaveLength(1);
  expect(await traces(person.userId, person.email)).toEqual([]);
});

test('the token is revoked at Smartsheet at once', async () => {
  const person = await connectedPerson();
  const { accessToken } = await sandbox.newToken('office@northwind.example');
  expect(accessToken).toBeTruthy();
  const token = await api.context.smartsheet.readToken(person.connection.id);
  await remove(person, person.email);
  await expect(sandbox.call('GET', '/2.0/users/me', { token })).rejects.toThrow('401');
  expect(await api.db.retiredAccount.count()).toBe(0);
});

test('a job has what it needs to end the account at Smartsheet once that is back', async () => {
  const person = await connectedPerson();
  await api.db.smartsheetWebhook.create({
    data: { connectionId: person.connection.id, sheetId: '1', remoteId: '4711' },
  });
  await sandbox.call('PUT', '/api/faults', { body: { errorRate: 1, errorStatus: 503 } });
  expect((await remove(person, person.email)).statusCode).toBe(200);
  const [retired] = await api.db.retiredAccount.findMany();
  expect(retired).toMatchObject({ webhookIds: ['4711'], connectionId: person.connection.id });
  expect(await api.waitingJobs('end-retired-account')).toContainEqual({ retiredAccountId: retired?.id });
  await api.db.retiredAccount.deleteMany();
});

test('a deletion needs a recent step-up and the right address, and then leaves nothing', async () => {
  const person = await connectedPerson();
  const wrong = await remove(person, 'somebody@else.example');
  expect(wrong.json().errors.email).toBe('This is not the email of your account');
  await api.passTime(11 * 60_000);
  expect((await remove(person, person.email)).json().code).toBe('proof_required');
  expect(await api.db.automation.count({ where: { userId: person.userId } })).toBe(1);
});

test('twenty deletions at once delete once, and none fails in an unexpected way', async () => {
  const person = await connectedPerson();
  const answers = await Promise.all(Array.from({ length: 20 }, () => remove(person, person.email)));
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(new Set(statuses)).toEqual(new Set([200, 401]));
  expect(await api.db.deletionNotice.count({ where: { email: person.email } })).toBe(1);
});

test('a job that begins beside a deletion changes its connection before it is gone, without a deadlock', async () => {
  const person = await connectedPerson();
  const { id } = person.connection;
  let removing: ReturnType<typeof remove> | undefined;
  await api.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT FROM smartsheet_connections WHERE id = ${id}::uuid FOR KEY SHARE`;
    removing = remove(person, person.email);
    await expect.poll(() => countLockWaits(api.admin)).toBeGreaterThan(0);
    // The deletion waits for the job, so the job must not have to wait for the deletion.
    await tx.$executeRaw`SELECT FROM smartsheet_connections WHERE id = ${id}::uuid FOR NO KEY UPDATE NOWAIT`;
    await tx.smartsheetConnection.update({ where: { id }, data: { syncAttempt: 1 } });
  });
  expect((await removing)?.statusCode).toBe(200);
});

test('a call beside a deletion finishes before it or finds nobody, and leaves nothing', async () => {
  for (let round = 0; round < 4; round += 1) {
    const browser = await api.signIn({ subscriptionStatus: 'active', subscriptionTier: 'premium' });
    const { headers, userId } = browser;
    const { email } = await api.db.user.findUniqueOrThrow({ where: { id: userId } });
    const post = async (url: string, payload: object) =>
      (await api.app.inject({ method: 'POST', url, headers, payload })).statusCode;
    const writes = () => [
      post('/api/account/api-keys', { name: 'A program', scope: 'read', expiresInDays: null }),
      post('/api/account/webhooks', { url: 'https://ops.example.com/', events: ['automation.synced'] }),
      post('/api/contact', { email, message: 'How do I delete my account?' }),
    ];
    const before = writes();
    const deleted = remove(browser, email);
    const statuses = await Promise.all([...before, ...writes()]);
    expect((await deleted).statusCode).toBe(200);
    expect([200, 201, 401]).toEqual(expect.arrayContaining([...new Set(statuses)]));
    expect(await traces(userId, email)).toEqual(['farewells.email']);
  }
});

test('jobs that need nothing of the account end what a provider may charge; receipts stay, without who paid', async () => {
  const person = await connectedPerson();
  const subscription = (status: 'active' | 'expired', reference: string) =>
    api.db.subscription.create({
      data: {
        userId: person.userId,
        planId: 2,
        status,
        paymentProvider: 'paypal',
        paymentProviderSubscriptionId: reference,
      },
    });
  await subscription('active', 'I-RUNNING');
  await subscription('expired', 'I-OVER');
  const page = {
    userId: person.userId,
    planId: 3,
    amountCents: 1999,
    priceCents: 1999,
    expiresAt: api.clock.at,
  };
  await api.db.checkout.create({ data: { ...page, provider: 'razorpay', providerReference: 'plink_open' } });
  const { number, transactionId } = await testReceipt(api.db, person);
  await api.db.paymentTransaction.update({
    where: { id: transactionId },
    data: { payerEmail: person.email, payerName: 'Olivia Park', payerId: 'P-1' },
  });
  expect((await remove(person, person.email)).statusCode).toBe(200);
  expect(await api.waitingJobs('align-charges')).toEqual(
    expect.arrayContaining([
      { provider: 'paypal', reference: 'I-RUNNING' },
      { provider: 'razorpay', reference: 'plink_open' },
    ]),
  );
  expect(await api.waitingJobs('align-charges')).toHaveLength(2);
  expect(await traces(person.userId, person.email)).toEqual(['farewells.email']);
  expect(await api.db.receipt.findUnique({ where: { number } })).toMatchObject({
    userId: null,
    totalCents: 699,
  });
  expect(await api.db.paymentTransaction.findUnique({ where: { id: transactionId } })).toMatchObject({
    userId: null,
    payerEmail: null,
    payerName: null,
    payerId: null,
  });
});

test('a logout beside the deletion of the account succeeds, whichever is quicker', async () => {
  for (let round = 0; round < 5; round += 1) {
    const person = await connectedPerson();
    const tabs = await Promise.all(Array.from({ length: 4 }, () => api.signIn({ userId: person.userId })));
    const logOut = ({ headers }: { headers: Record<string, string> }) =>
      api.app.inject({ method: 'POST', url: '/api/auth/logout', headers });
    const [deleted, ...others] = await Promise.all([
      remove(person, person.email),
      ...tabs.map(logOut),
      logOut(person),
    ]);
    expect([200, 401]).toContain(deleted?.statusCode);
    expect(others.map(({ statusCode }) => statusCode)).toEqual(others.map(() => 200));
    await api.db.retiredAccount.deleteMany();
  }
});
