import { randomUUID } from 'node:crypto';
import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendMail } from '../../jobs/send-mail.job.ts';
import { InactiveAddressError } from '../../mail/postmark.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { confirmAddress } from './mail-address.ts';

let api: TestApp;
const webhookPassword = 'a password of the webhook';

beforeAll(async () => {
  const from = 'Picksync <no-reply@picksync.example>';
  api = await testApp({ mail: { token: 'token', host: 'http://127.0.0.1:9', from, webhookPassword } });
});
afterAll(() => api.close());

const basic = (password: string) => `Basic ${Buffer.from(`postmark:${password}`).toString('base64')}`;

const tell = (event: unknown, authorization: string | undefined = basic(webhookPassword)) =>
  api.app.inject({
    method: 'POST',
    url: '/api/webhooks/postmark',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    payload: typeof event === 'string' ? event : JSON.stringify(event),
  });

const bounce = (Email: string, changes: object = {}) => ({
  RecordType: 'Bounce',
  Type: 'HardBounce',
  Email,
  Inactive: true,
  BouncedAt: '2026-11-21T09:00:00Z',
  ...changes,
});

const readProblem = async (headers: Record<string, string>) =>
  (await api.app.inject({ url: '/api/auth/status', headers })).json().mailProblem;

test('an address from which mail came back is marked once, and its user sees it', async () => {
  const { userId, headers } = await api.signIn();
  const { email } = await api.db.user.findUniqueOrThrow({ where: { id: userId } });
  expect(await readProblem(headers)).toBeUndefined();
  const answers = await Promise.all(Array.from({ length: 20 }, () => tell(bounce(email.toUpperCase()))));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(await readProblem(headers)).toBe('bounce');
  const events = await api.db.auditEvent.findMany({ where: { userId, action: 'mail_undeliverable' } });
  expect(events).toHaveLength(1);

  await api.db.user.update({ where: { id: userId }, data: { email: `new-${email}` } });
  expect(await readProblem(headers)).toBeUndefined();
});

test.each([
  ['nothing', ''],
  ['a wrong password', basic('another password of it')],
  ['the password alone', webhookPassword],
])('an event with %s for a proof is not believed', async (_, authorization) => {
  const { email, id } = await testUser(api.db);
  const answer = await tell(bounce(email), authorization);
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  expect(await api.db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
    undeliverableAddress: null,
  });
});

test('no report is believed without a password in the settings', async () => {
  const without = await testApp({ beside: api });
  const answer = await without.app.inject({
    method: 'POST',
    url: '/api/webhooks/postmark',
    headers: { 'content-type': 'application/json', authorization: basic('undefined') },
    payload: '{}',
  });
  expect(answer.statusCode).toBe(404);
  await without.close();
});

test('a full mailbox, a stranger’s address and what cannot be read change nothing', async () => {
  const { email, id } = await testUser(api.db);
  expect((await tell(bounce(email, { Type: 'SoftBounce', Inactive: false }))).statusCode).toBe(200);
  expect((await tell({ RecordType: 'Delivery', Recipient: email })).statusCode).toBe(200);
  expect((await tell(bounce('nobody@clients.example'))).statusCode).toBe(200);
  expect((await tell([1, null])).statusCode).toBe(200);
  expect((await tell('{"RecordType":')).statusCode).toBe(400);
  expect((await tell(`"${'x'.repeat(300_000)}"`)).statusCode).toBe(413);
  expect(await api.db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
    undeliverableAddress: null,
  });
});

test('confirming the address lets mails go there again, and an earlier event does not count any more', async () => {
  const { userId, headers } = await api.signIn();
  const { email } = await api.db.user.findUniqueOrThrow({ where: { id: userId } });
  await tell(bounce(email));
  const away = await api.app.inject({ method: 'POST', url: '/api/account/mail-address/confirm', headers });
  expect(away.statusCode).toBe(503);
  expect(await readProblem(headers)).toBe('bounce');

  const reactivated: string[] = [];
  const mailer = { ...api.context.mailer, reactivate: async (to: string) => void reactivated.push(to) };
  const caller = { user: { id: userId, email, mailProblem: 'bounce' } } as never;
  await confirmAddress({ ...api.context, mailer }, caller);
  expect(reactivated).toEqual([email]);
  await tell(bounce(email));
  expect(await readProblem(headers)).toBeUndefined();
  await tell({ RecordType: 'SpamComplaint', Email: email, BouncedAt: '2026-11-21T23:00:00Z' });
  await api.passTime(1000);
  await tell({ RecordType: 'SpamComplaint', Email: email, BouncedAt: '2026-11-21T23:00:00Z' });
  expect(await readProblem(headers)).toBe('complaint');
  const again = await api.app.inject({ method: 'POST', url: '/api/account/mail-address/confirm', headers });
  expect([again.statusCode, again.json().code]).toEqual([403, 'forbidden']);
});

test('an address that the provider refuses while a mail is sent is marked as well, and mail about security still goes', async () => {
  const { id } = await testUser(api.db);
  const tried: string[] = [];
  const refusing = {
    ...api.context.mailer,
    send: async ({ to }: { to: string }) => {
      tried.push(to);
      throw new InactiveAddressError('HTTP 422, code 406');
    },
  };
  const job = () => ({
    queue: 'send-mail' as const,
    id: randomUUID(),
    attempt: 0,
    isLastAttempt: false,
    payload: { mail: 'password_changed', userId: id },
    priority: 0,
    dueAt: new Date(),
    signal: new AbortController().signal,
  });
  await sendMail({ ...api.context, mailer: refusing }, job());
  const { email, undeliverableAddress } = await api.db.user.findUniqueOrThrow({ where: { id } });
  expect(undeliverableAddress).toBe(email);
  await sendMail({ ...api.context, mailer: refusing }, job());
  expect(tried).toEqual([email, email]);
});
