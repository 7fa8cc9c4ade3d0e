import { randomUUID } from 'node:crypto';
import { allEndpoints, toPath } from '@picksync/contracts';
import { type Job, sealWebhookSecret } from '@picksync/db';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { sealTokens } from '@picksync/smartsheet-account';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutgoingMail } from './base/mailer.ts';
import { sendMail } from './jobs/send-mail.job.ts';
import { changeToken } from './people/email-change/email-change.ts';
import { getDigits, getLinkToken } from './people/one-time-codes/one-time-codes.ts';
import { sampleInput } from './testing/contract-samples.ts';
import { everythingStored } from './testing/stored.ts';
import { origin, type TestApp, testApp } from './testing/test-app.ts';
import { withTwoFactor } from './testing/two-factor.ts';

const instance = {
  secret: 'canary-secret-of-the-instance-0123456789',
  mail: {
    token: 'canary-mail-token',
    host: 'http://127.0.0.1:9',
    from: 'Picksync <no-reply@picksync.example>',
  },
};

let api: TestApp;
beforeAll(async () => {
  api = await testApp(instance);
});
afterAll(() => api.close());

const email = 'canary@clients.example';
const password = 'Canary-Harbor-4711';

/** What was told to somebody, and may stand in that one reply only. */
const told: Record<string, string> = {};
const replies: string[] = [];

async function send(
  method: 'GET' | 'POST',
  url: string,
  options: { headers?: object; payload?: object } = {},
) {
  const headers = { origin, ...options.headers };
  return api.app.inject({ method, url, headers, ...(options.payload && { payload: options.payload }) });
}

/** Keeps the reply, to be searched. */
async function sendAndKeep(...sent: Parameters<typeof send>) {
  const answer = await send(...sent);
  replies.push(`${JSON.stringify(answer.headers)} ${answer.payload}`);
  return answer;
}

async function signUp() {
  await sendAndKeep('POST', '/api/auth/register', { payload: { email, password } });
  const { id: codeId } = await api.db.oneTimeCode.findFirstOrThrow({ where: { user: { email } } });
  told.otp = getDigits(codeId, api.context.keyedHash);
  const otherDigits = told.otp === '000000' ? '000001' : '000000';
  await sendAndKeep('POST', '/api/auth/verify-email', { payload: { email, otp: otherDigits } });
  const user = await api.db.user.update({
    where: { email },
    data: { isVerified: true, subscriptionStatus: 'active', subscriptionTier: 'premium' },
  });
  const session = await api.signIn({ userId: user.id });
  Object.assign(told, { cookie: session.token, authToken: session.authToken });
  return session;
}

async function connect(userId: string) {
  const id = randomUUID();
  Object.assign(told, {
    access: 'canary-access-token',
    refresh: 'canary-refresh-token',
    webhook: 'canary-webhook-secret',
  });
  const tokens = {
    accessToken: 'canary-access-token',
    refreshToken: 'canary-refresh-token',
    expiresAt: new Date(api.clock.at.getTime() + 3_600_000),
  };
  const connection = await testConnection(api.db, {
    id,
    userId,
    ...sealTokens(api.context.sealer, id, tokens),
  });
  await testAutomation(api.db, { connection });
  const webhookId = randomUUID();
  const sharedSecretSealed = sealWebhookSecret(api.context.sealer, {
    webhookId,
    sharedSecret: 'canary-webhook-secret',
  });
  const webhook = {
    id: webhookId,
    connectionId: id,
    sheetId: '1',
    remoteId: '7',
    status: 'enabled',
  } as const;
  await api.db.smartsheetWebhook.create({ data: { ...webhook, sharedSecretSealed } });
}

/** Sends every mail that is due. Returns the longest line of each, which is nobody's but the reader's. */
async function sendAllMails(): Promise<string[]> {
  const sent: OutgoingMail[] = [];
  const mailer = {
    send: async (mail: OutgoingMail) => void sent.push(mail),
    wasAccepted: async () => false,
    reactivate: async () => {},
  };
  for (const payload of await api.waitingJobs('send-mail')) {
    const job = { id: randomUUID(), payload } as unknown as Job<'send-mail'>;
    await sendMail({ ...api.context, mailer }, job);
  }
  return sent.map(
    ({ text }) =>
      text
        .split('\n')
        .toSorted((a, b) => a.length - b.length)
        .at(-1) ?? '',
  );
}

test('no secret is logged, stored as it is, enqueued, or told to anybody but its owner, once', async () => {
  const { headers, userId, authToken } = await signUp();
  // The bearer value stays when the session gets another cookie.
  const bearer = { authorization: `Bearer ${authToken}` };
  await connect(userId);
  const key = await send('POST', '/api/account/api-keys', {
    headers,
    payload: { name: 'A program', scope: 'write', expiresInDays: null },
  });
  told.apiKey = key.json().key;
  const factor = await withTwoFactor(api, { headers: { ...headers } });
  Object.assign(told, { totp: factor.key, recovery: factor.recoveryCodes[0] });
  const hook = await send('POST', '/api/account/webhooks', {
    headers: bearer,
    payload: { url: 'https://receiver.example/hooks', events: ['automation.synced'] },
  });
  told.outgoing = hook.json().secret;
  await send('POST', '/api/account/email-change', {
    headers: bearer,
    payload: { email: 'canary.new@clients.example' },
  });
  const change = await api.db.emailChange.findFirstOrThrow({ where: { userId } });
  told.change = changeToken(api.context, { id: change.id, act: 'confirm' });
  await sendAndKeep('POST', '/api/auth/login', { payload: { email, password: 'Canary-wrong-password-1' } });
  await sendAndKeep('POST', '/api/auth/forgot-password', { payload: { email } });
  const reset = await api.db.oneTimeCode.findFirstOrThrow({ where: { userId, purpose: 'reset_password' } });
  told.reset = getLinkToken(api.context, reset.id);

  // Every reply that the owner gets, whatever becomes of the call; `status` and `token` renew the bearer token.
  for (const endpoint of allEndpoints) {
    const { method, path, raw, query } = endpoint;
    if (method !== 'GET' || raw === 'events') continue;
    const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, '1']));
    await sendAndKeep('GET', toPath({ path }, { params, query: sampleInput(query) }), { headers: bearer });
  }
  const ownReplies = replies.join('\n');

  // Secrets where they do not belong: in an address, and in a field that nobody knows.
  Object.assign(told, { password, wrong: 'Canary-wrong-password-1', code: 'canary-oauth-code' });
  for (const secret of Object.values(told)) {
    await sendAndKeep('GET', `/api/configurations?token=${encodeURIComponent(secret)}`, { headers });
    await sendAndKeep(
      'GET',
      `/api/auth/callback?code=${encodeURIComponent(secret)}&state=${encodeURIComponent(secret)}`,
    );
    await sendAndKeep('GET', `/api/nothing/here/${encodeURIComponent(secret)}`);
    await sendAndKeep('GET', '/api/stats', { headers: { authorization: `Bearer ${secret}x` } });
    await sendAndKeep('POST', '/api/auth/login', {
      payload: { email: secret, password: secret, [secret]: secret },
    });
  }
  const bodies = await sendAllMails();
  expect(bodies.length).toBeGreaterThan(5);
  Object.assign(told, Object.fromEntries(bodies.map((body, nth) => [`mail ${nth}`, body])));
  Object.assign(told, { instance: instance.secret, mail: instance.mail.token, client: 'sandbox-secret' });

  const stored = [...(await everythingStored(api))].map(([table, rows]) => `${table}: ${rows}`).join('\n');
  const places = { log: api.log.text(), stored };
  // Six digits stand in many a time and id by chance.
  const { otp = '', ...others } = told;
  const found = Object.entries(others).flatMap(([name, secret]) =>
    Object.entries(places).flatMap(([place, text]) => (text.includes(secret) ? [`${name}: ${place}`] : [])),
  );
  expect(found).toEqual([]);
  expect(api.log.text()).not.toMatch(new RegExp(`\\b${otp}\\b`));
  expect(api.log.text().length).toBeGreaterThan(1000);

  const ofOwn = ['totp', 'recovery', 'outgoing', 'reset', 'change'];
  const ofOthers = ['access', 'refresh', 'webhook', 'instance', 'mail', 'client'];
  const neverTold = ['cookie', 'apiKey', ...ofOwn, ...ofOthers];
  expect(neverTold.filter((name) => ownReplies.includes(others[name] ?? name))).toEqual([]);
});
