import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMail } from './jobs/mails.ts';
import { changeToken } from './people/email-change/email-change.ts';
import { unsubscribeLinks } from './people/notifications/notifications.ts';
import { checkCode, issueCode } from './people/one-time-codes/one-time-codes.ts';
import { recognizeBrowser, rememberBrowser } from './people/recognized-devices/recognized-devices.ts';
import { keepSpentOffers, startTrial } from './people/spent-offers/spent-offers.ts';
import { readIdempotency } from './sync/automations/idempotency.ts';
import { origin, type TestApp, testApp } from './testing/test-app.ts';
import { withTwoFactor } from './testing/two-factor.ts';

const [secret, newSecret] = [
  'a secret of at least thirty-two characters',
  'another one of thirty-two characters',
];
const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
const dayMs = 24 * 60 * 60_000;

/** The process before the secret is replaced, one that knows both, and one that knows only the new secret. */
let before: TestApp;
let both: TestApp;
let after: TestApp;
beforeAll(async () => {
  before = await testApp();
  const beside = { databaseUrl: before.databaseUrl, admin: before.admin };
  both = await testApp({ beside, secret: newSecret, otherSecrets: [secret] });
  after = await testApp({ beside, secret: newSecret });
});
afterAll(() => Promise.all([both.close(), after.close()]).then(() => before.close()));

type Headers = Record<string, string>;
const read = async ({ app }: TestApp, url: string) => (await app.inject({ url })).json();
const opens = async ({ app }: TestApp, headers: Headers) =>
  (await app.inject({ url: '/api/configurations', headers })).statusCode;

/** Lets time pass in every process. */
function passTime(ms: number): void {
  for (const { clock } of [before, both, after]) clock.at = new Date(clock.at.getTime() + ms);
}

test('a session lives on, and is known by the new secret alone once it was extended', async () => {
  const { headers, authToken } = await before.signIn();
  const opened = async (credentials: Headers) => [
    await opens(before, credentials),
    await opens(both, credentials),
    await opens(after, credentials),
  ];
  expect(await opened(headers)).toEqual([200, 200, 401]);
  expect(await opened({ authorization: `Bearer ${authToken}` })).toEqual([200, 200, 401]);
  passTime(61 * 60_000);
  expect(await opens(both, headers)).toBe(200);
  expect(await opened(headers)).toEqual([401, 200, 200]);
});

test('an API key goes on, and is known by the new secret alone once it was used', async () => {
  const { userId } = await before.signIn(premium);
  const { headers } = await before.createKey(userId);
  expect([await opens(after, headers), await opens(both, headers), await opens(after, headers)]).toEqual([
    401, 200, 200,
  ]);
});

test('a recovery code still stands for the second factor, once', async () => {
  const person = await before.signIn();
  const { recoveryCodes } = await withTwoFactor(before, person);
  const payload = { method: 'recovery_code', code: recoveryCodes[0] };
  const prove = async () => {
    const { headers } = await before.signIn(person);
    const { statusCode } = await both.app.inject({
      method: 'POST',
      url: '/api/auth/prove',
      headers,
      payload,
    });
    return statusCode;
  };
  expect([await prove(), await prove()]).toEqual([200, 400]);
  const { recoveryCodeHashes } = await before.db.user.findUniqueOrThrow({ where: { id: person.userId } });
  expect(recoveryCodeHashes).toHaveLength(9);
});

test('the links of mails that were sent still work', async () => {
  const { userId, headers } = await before.signIn();
  const { keyedHash } = before.context;
  const { page } = unsubscribeLinks({ userId, mail: 'reminders' }, { keyedHash, publicOrigin: origin });
  const url = `/api/unsubscribe${new URL(page).search}`;
  expect([await read(both, url), await read(after, url)]).toMatchObject([
    { mail: 'reminders', isWanted: true },
    { code: 'link_invalid' },
  ]);

  const change = { method: 'POST', url: '/api/account/email-change', headers } as const;
  await before.app.inject({ ...change, payload: { email: 'moved@clients.example' } });
  const { id } = await before.db.emailChange.findFirstOrThrow({ where: { userId } });
  const payload = { token: changeToken(before.context, { id, act: 'confirm' }) };
  const confirmed = { method: 'POST', url: '/api/email-change/confirm', headers, payload } as const;
  expect((await both.app.inject(confirmed)).statusCode).toBe(200);
});

test('a code is mailed and checked by processes that are ahead or behind', async () => {
  const known = await testApp({
    beside: { databaseUrl: before.databaseUrl, admin: before.admin },
    otherSecrets: [newSecret],
  });
  try {
    for (const [issuer, other] of [
      [before, both],
      [both, known],
    ] as const) {
      const { id: userId, email } = await testUser(before.db, {});
      const code = { userId, email, purpose: 'reset_password' } as const;
      const codeId = await issueCode(issuer.context, issuer.db, code);
      const mail = await findMail('reset_password')?.write(other.context, { codeId } as never);
      const digits = /"code":"(\d{6})"/.exec(JSON.stringify(mail))?.[1] ?? '';
      const checked = await checkCode(other.context, other.db, { email, purpose: 'reset_password', digits });
      expect(checked).toEqual({ codeId, userId });
    }
  } finally {
    await known.close();
  }
});

test('a browser is recognized, and gets its next token under the new secret', async () => {
  const { id: userId, email } = await testUser(before.db, {});
  const place = { userId, browserTokens: [], userAgent: 'test', ipAddress: '127.0.0.1' };
  const first = await before.db.$transaction((tx) => rememberBrowser(before.context, tx, place));
  const browserTokens = first.tokens;
  expect(await recognizeBrowser(both.context, { email, browserTokens })).toBe(first.id);
  const next = await both.db.$transaction((tx) =>
    rememberBrowser(both.context, tx, { ...place, browserTokens }),
  );
  expect([next.id, next.tokens.length]).toEqual([first.id, 1]);
  expect(await recognizeBrowser(after.context, { email, browserTokens: next.tokens })).toBe(first.id);
});

test('a mailbox that had its trial gets no second one', async () => {
  const { id: userId, email } = await testUser(before.db, {});
  const at = before.clock.at;
  const of = (api: TestApp, when = at) =>
    api.db.$transaction((tx) => startTrial(api.context, tx, { userId, email, at: when }));
  await before.db.$transaction((tx) => keepSpentOffers(before.context, tx, { userId, email, at }));
  expect([await of(both), await of(both, new Date(at.getTime() + 731 * dayMs))]).toEqual([false, true]);
});

test('a mailbox gets one trial when two of its accounts begin at once at processes with different secrets', async () => {
  const known = await testApp({
    beside: { databaseUrl: before.databaseUrl, admin: before.admin },
    otherSecrets: [newSecret],
  });
  try {
    for (let mailbox = 0; mailbox < 10; mailbox += 1) {
      const starts = [known, both].map(async (api, tag) => {
        const { id: userId, email } = await testUser(api.db, {
          email: `box${mailbox}+${tag}@clients.example`,
        });
        return () =>
          api.db.$transaction((tx) => startTrial(api.context, tx, { userId, email, at: before.clock.at }));
      });
      const began = await Promise.all((await Promise.all(starts)).map((start) => start()));
      expect(began.toSorted()).toEqual([false, true]);
    }
  } finally {
    await known.close();
  }
});

test('a request that is sent again is known, also for the places it named', async () => {
  const { userId } = await before.signIn();
  const body = { name: 'the same' };
  for (const place of [undefined, 0, 1]) {
    const input = { userId, key: 'one-key', body, ...(place !== undefined && { place }) };
    const made = { automationId: userId, createdAt: before.clock.at };
    await before.db.$transaction(
      (tx) => readIdempotency(before.context, input)?.record(tx, made) ?? Promise.resolve(),
    );
    expect(await readIdempotency(both.context, input)?.find(both.db)).toBe(userId);
    expect(await readIdempotency(after.context, input)?.find(after.db)).toBeNull();
    const other = readIdempotency(both.context, { ...input, body: { name: 'another' } });
    await expect(other?.find(both.db)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  }
});
