import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorizeUrl, exchangeCode, refresh, revoke } from './oauth.ts';
import { catchError } from './testing/clients.ts';
import { type RunningSandbox, startSandbox } from './testing/sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const input = () => ({
  site: sandbox.site,
  now: () => new Date(),
  clientId: 'picksync-local',
  clientSecret: 'sandbox-secret',
});

/** What a person does in the browser: opens the page, picks the account and presses the button. */
const decide = async (decision: 'allow' | 'deny') => {
  const [account] = await sandbox.accounts();
  const page = authorizeUrl({
    ...input(),
    scopes: ['READ_SHEETS', 'ADMIN_WEBHOOKS'],
    state: 's/1+2',
    redirectUri: 'http://localhost:1234/back',
  });
  const reply = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ account: String(account?.id), decision }),
  });
  return new URL(reply.headers.get('location') ?? '').searchParams;
};

it('connects, renews with the old pair ending, and disconnects', async () => {
  const back = await decide('allow');
  expect(back.get('state')).toBe('s/1+2');
  const code = back.get('code') ?? '';
  const first = await exchangeCode({ ...input(), code });
  const [account] = await sandbox.accounts();
  expect(await sandbox.client(first.accessToken).users.me()).toMatchObject({ email: account?.email });

  const second = await refresh({ ...input(), refreshToken: first.refreshToken });
  expect(second.accessToken).not.toBe(first.accessToken);
  expect(second.expiresAt.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000);
  expect(await catchError(sandbox.client(first.accessToken).users.me())).toMatchObject({
    class: 'needs_user',
  });
  const reused = await catchError(refresh({ ...input(), refreshToken: first.refreshToken }));
  expect(reused).toMatchObject({ class: 'needs_user', reason: 'revoked' });

  await revoke({ ...input(), accessToken: second.accessToken });
  await revoke({ ...input(), accessToken: second.accessToken });
  const after = await catchError(refresh({ ...input(), refreshToken: second.refreshToken }));
  expect(after).toMatchObject({ class: 'needs_user', reason: 'revoked' });
});

it('comes back with an error when the person says no', async () => {
  const back = await decide('deny');
  expect([back.get('error'), back.get('code'), back.get('state')]).toEqual(['access_denied', null, 's/1+2']);
});

it('refuses a code twice, and a wrong secret', async () => {
  const code = (await decide('allow')).get('code') ?? '';
  const wrong = await catchError(exchangeCode({ ...input(), clientSecret: 'wrong', code }));
  expect(wrong).toMatchObject({ class: 'bug', reason: 'client_refused' });
  await exchangeCode({ ...input(), code });
  expect(await catchError(exchangeCode({ ...input(), code }))).toMatchObject({ reason: 'revoked' });
});
