import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { origin, type TestApp, testApp } from '../../testing/test-app.ts';

let api: TestApp;
const hourMs = 60 * 60_000;
const message = 'Staff into Assignments stays Periodic. Can you see why?';

beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());
afterEach(() => api.passTime(hourMs));

const send = (payload: object, headers: Record<string, string> = { origin }) =>
  api.app.inject({ method: 'POST', url: '/api/contact', headers, payload });
const stored = (email: string) => api.db.contactMessage.findMany({ where: { email } });

test('a message of a visitor is stored without a plan, and support is told of it', async () => {
  const answer = await send({ email: ' Visitor@Clients.example ', message: `  ${message}\n` });
  expect(answer.json()).toEqual({ message: "We've received your message and will respond shortly." });

  const [kept] = await stored('visitor@clients.example');
  expect(kept).toMatchObject({ message, userId: null, plan: null, isRead: false });
  expect(await api.waitingJobs('send-mail')).toContainEqual({
    mail: 'contact_message',
    contactMessageId: kept?.id,
  });
});

test.each([
  ['trial', { subscriptionStatus: 'trial' }],
  ['premium', { subscriptionStatus: 'active', subscriptionTier: 'premium' }],
  ['free', { subscriptionStatus: 'cancelled', subscriptionTier: 'basic', subscriptionEndDate: new Date(0) }],
] as const)('a message of somebody who is signed in carries their plan: %s', async (plan, person) => {
  const { userId, headers } = await api.signIn(person);
  const email = `${plan}@clients.example`;
  expect((await send({ email, message }, headers)).statusCode).toBe(200);
  expect(await stored(email)).toMatchObject([{ userId, plan }]);
});

test('a message from a page whose session has ended is refused, so that it keeps its plan after a new login', async () => {
  const answer = await send(
    { email: 'ended@clients.example', message },
    { origin, authorization: 'Bearer ended' },
  );
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
  expect(await stored('ended@clients.example')).toEqual([]);
});

test('a message of a visitor arrives through a proxy that asks for a password of its own', async () => {
  const headers = { origin, authorization: `Basic ${btoa('staging:secret')}` };
  expect((await send({ email: 'staging@clients.example', message }, headers)).statusCode).toBe(200);
  expect(await stored('staging@clients.example')).toMatchObject([{ userId: null }]);
});

test.each([
  ['no address', { message }, 'email'],
  ['a broken address', { email: 'office@northwind', message }, 'email'],
  ['a line break in the address', { email: 'a@b.example\nBcc: c@d.example', message }, 'email'],
  ['no text', { email: 'a@clients.example' }, 'message'],
  ['blanks', { email: 'a@clients.example', message: '        ' }, 'message'],
  ['too long a text', { email: 'a@clients.example', message: 'x'.repeat(5001) }, 'message'],
  ['a field that is not asked for', { email: 'a@clients.example', message, plan: 'premium' }, 'plan'],
])('%s is refused at its field, and nothing is stored', async (_, payload, field) => {
  const answer = await send(payload);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    code: 'validation_failed',
    errors: { [field]: expect.stringMatching(/./) },
  });
  expect(await stored('a@clients.example')).toEqual([]);
});

test('takes five of twenty messages sent at once from one network', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => send({ email: `many-${at}@clients.example`, message })),
  );
  const codes = answers.map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 200)).toHaveLength(5);
  expect(codes.filter((code) => code === 429)).toHaveLength(15);
  const refused = answers.find(({ statusCode }) => statusCode === 429);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect(await api.db.contactMessage.count({ where: { email: { startsWith: 'many-' } } })).toBe(5);
});

test('a network that has used up its messages leaves somebody who is signed in theirs', async () => {
  const { headers } = await api.signIn();
  for (let count = 0; count < 6; count += 1) await send({ email: 'crowd@clients.example', message });
  expect((await send({ email: 'crowd@clients.example', message })).statusCode).toBe(429);
  expect((await send({ email: 'crowd@clients.example', message }, headers)).statusCode).toBe(200);
});

test('a form of another site is refused', async () => {
  const { headers } = await api.signIn();
  const answer = await send(
    { email: 'b@clients.example', message },
    { ...headers, origin: 'https://elsewhere.example' },
  );
  expect(answer.json()).toMatchObject({ code: 'cross_origin' });
  expect(await stored('b@clients.example')).toEqual([]);
});

test('anybody can read where support can be reached', async () => {
  const answer = await api.app.inject({ url: '/api/contact' });
  expect(answer.json()).toEqual({ supportEmail: 'support@picksync.example' });
});
