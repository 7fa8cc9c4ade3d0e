import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { smartsheetSite } from './oauth.regions.ts';
import { authorizeUrl, exchangeCode, refresh, revoke } from './oauth.ts';
import { catchError } from './testing/clients.ts';
import { type Answer, provider } from './testing/provider.ts';

const now = () => new Date('2026-01-01T00:00:00Z');
const tokens = { access_token: 'a1', token_type: 'bearer', refresh_token: 'r1', expires_in: 604799 };

const getAsked = async (...answers: Answer[]) => {
  const { baseUrl, seen } = await provider(...answers);
  const site = smartsheetSite({ region: 'us', overrides: { apiBase: `${baseUrl}/` } });
  return { seen, input: { site, now, clientId: 'id', clientSecret: 'secret', timeoutMs: 5_000 } };
};

it('every token call names its source', async () => {
  const { baseUrl, seen } = await provider({ body: tokens });
  const source = { organization: 'Org', application: 'App' };
  const site = smartsheetSite({ region: 'us', source, overrides: { apiBase: baseUrl } });
  const call = { site, now, clientId: 'id', clientSecret: 'secret', timeoutMs: 5_000 };
  await exchangeCode({ ...call, code: 'c1' });
  await refresh({ ...call, refreshToken: 'r1' });
  await revoke({ ...call, accessToken: 'a1' });
  const sources = seen.map(({ headers }) => headers['smartsheet-integration-source']);
  expect(sources).toEqual(Array(3).fill('APPLICATION,Org,App'));
});

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the authorize address', () => {
  const input = { clientId: 'id 1', scopes: ['READ_SHEETS', 'ADMIN_WEBHOOKS'], state: 'a+b/c' };

  it.each([
    ['us', 'https://app.smartsheet.com/b/authorize'],
    ['eu', 'https://app.smartsheet.eu/b/authorize'],
    ['au', 'https://app.smartsheet.au/b/authorize'],
    ['gov', 'https://app.smartsheetgov.com/b/authorize'],
  ] as const)('begins in the region %s with %s', (region, page) => {
    expect(authorizeUrl({ ...input, site: smartsheetSite({ region }) })).toBe(
      `${page}?response_type=code&client_id=id%201&scope=READ_SHEETS%20ADMIN_WEBHOOKS&state=a%2Bb%2Fc`,
    );
  });

  it('carries a redirect address when it is given one', () => {
    const url = authorizeUrl({
      ...input,
      site: smartsheetSite({ region: 'eu' }),
      redirectUri: 'https://x.org/back',
    });
    expect(new URL(url).searchParams.get('redirect_uri')).toBe('https://x.org/back');
  });
});

describe('the token calls', () => {
  it('trade a code for tokens without sending the secret', async () => {
    const { input, seen } = await getAsked({ body: tokens });
    expect(await exchangeCode({ ...input, code: 'c1' })).toEqual({
      accessToken: 'a1',
      refreshToken: 'r1',
      issuedAt: now(),
      expiresAt: new Date('2026-01-07T23:59:59Z'),
    });
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/2.0/token',
      body: `grant_type=authorization_code&client_id=id&code=c1&hash=${hash('secret|c1')}`,
    });
    expect(seen[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  });

  it('trade a refresh token for the next pair', async () => {
    const { input, seen } = await getAsked({ body: { ...tokens, expires_in: '60' } });
    expect(await refresh({ ...input, refreshToken: 'r0' })).toMatchObject({
      expiresAt: new Date('2026-01-01T00:01:00Z'),
    });
    expect(seen[0]?.body).toBe(
      `grant_type=refresh_token&client_id=id&refresh_token=r0&hash=${hash('secret|r0')}`,
    );
  });

  it.each([
    [400, { errorCode: 1071, error: 'invalid_grant', message: 'x', refId: 'r' }, 'needs_user', 'revoked'],
    [401, { errorCode: 1067, error: 'invalid_client' }, 'bug', 'client_refused'],
    [429, { errorCode: 4003 }, 'retry', 'rate_limited'],
    [503, '<html>', 'retry', 'outage'],
  ])('fail with %i %j as %s, %s', async (status, body, errorClass, reason) => {
    const { input, seen } = await getAsked({ status, body });
    const error = await catchError(refresh({ ...input, refreshToken: 'r0' }));
    expect(error).toMatchObject({ class: errorClass, reason, operation: 'oauth.refresh' });
    expect(seen).toHaveLength(1);
  });

  it('say that the outcome of a refresh is unknown when no answer came', async () => {
    const { input } = await getAsked({ cut: 'at-once' });
    expect(await catchError(refresh({ ...input, refreshToken: 'r0' }))).toMatchObject({
      class: 'retry',
      outcome: 'unknown',
    });
  });

  it('fail when the answer holds no tokens', async () => {
    const { input } = await getAsked({ body: { token: tokens } });
    expect(await catchError(exchangeCode({ ...input, code: 'c' }))).toMatchObject({
      class: 'bug',
      reason: 'bad_reply',
    });
  });
});

describe('revoking', () => {
  it('ends one token, or all of the app and user', async () => {
    const { input, seen } = await getAsked({ body: { message: 'SUCCESS', resultCode: 0 } });
    await revoke({ ...input, accessToken: 'a1' });
    await revoke({ ...input, accessToken: 'a1', everywhere: true });
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'DELETE /2.0/token',
      'DELETE /2.0/token?deleteAllForApiClient=true',
    ]);
    expect(seen[0]?.headers.authorization).toBe('Bearer a1');
  });

  it.each([1002, 1003, 1132])('is content when the token is dead already (%i)', async (errorCode) => {
    const { input } = await getAsked({ status: 401, body: { errorCode } });
    await expect(revoke({ ...input, accessToken: 'a1' })).resolves.toBeUndefined();
  });

  it('fails when Smartsheet cannot be reached', async () => {
    const { input } = await getAsked({ cut: 'at-once' });
    expect(await catchError(revoke({ ...input, accessToken: 'a1' }))).toMatchObject({
      class: 'retry',
      reason: 'network',
    });
  });
});
