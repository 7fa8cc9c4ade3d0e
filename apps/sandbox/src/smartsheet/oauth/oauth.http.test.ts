import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getError, officeEmail, startSandbox, type TestSandbox } from '../../testing/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ CLIENT_ID: 'app', CLIENT_SECRET: 'secret', CLIENT_NAME: 'Tools & Co' });
});
afterAll(() => sandbox.close());

const redirectUri = 'http://localhost:9/api/smartsheet/callback';
function authorizeUrl(change: Record<string, string> = {}) {
  return `/b/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: 'app',
    scope: 'READ_SHEETS,ADMIN_SHEETS',
    state: 's t/1',
    redirect_uri: redirectUri,
    ...change,
  })}`;
}

function form(fields: Record<string, string>) {
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  };
}

async function decide(decision: string, change = {}) {
  const { id } = sandbox.account(officeEmail);
  const reply = await sandbox.call('POST', authorizeUrl(change), form({ account: String(id), decision }));
  return new URL(reply.headers.get('location') ?? '').searchParams;
}

async function code() {
  return (await decide('allow')).get('code') ?? '';
}
function requestToken(fields: Record<string, string>) {
  return sandbox.call('POST', '/2.0/token', form({ client_id: 'app', client_secret: 'secret', ...fields }));
}
async function tokens() {
  return (await requestToken({ grant_type: 'authorization_code', code: await code() })).body;
}
function hashText(text: string) {
  return createHash('sha256').update(text).digest('hex');
}

describe('the authorize page', () => {
  test('shows the app, every account, the scopes, and both buttons', async () => {
    const { status, body } = await sandbox.call('GET', authorizeUrl());
    expect(status).toBe(200);
    for (const text of [
      officeEmail,
      'Tools &amp; Co',
      'See your sheets',
      'Change the columns',
      '>Allow<',
      '>Deny<',
    ]) {
      expect(body).toContain(text);
    }
  });

  test('redirects with a code that is valid for ten minutes and the same state', async () => {
    const answer = await decide('allow');
    expect(answer.get('state')).toBe('s t/1');
    expect(answer.get('expires_in')).toBe('599135');
    expect(answer.get('code')).toMatch(/^[0-9a-z]{17}$/);
  });

  test('redirects with access_denied after Deny', async () => {
    expect([...(await decide('deny'))]).toEqual([
      ['error', 'access_denied'],
      ['state', 's t/1'],
    ]);
  });

  test.each([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['a scope that does not exist', { scope: 'READ_SHEETS READ_MINDS' }, 'invalid_scope'],
  ])('sends the browser back at once for %s', async (_case, change, error) => {
    const { status, headers } = await sandbox.call('GET', authorizeUrl(change));
    expect(status).toBe(302);
    expect(headers.get('location')).toBe(`${redirectUri}?error=${error}&state=s+t%2F1`);
  });

  test.each([
    ['an unknown app', { client_id: 'someone' }],
    ['no redirect address', { redirect_uri: '' }],
  ])('sends nobody anywhere for %s', async (_case, change) => {
    const { status, body, headers } = await sandbox.call('GET', authorizeUrl(change));
    expect([status, headers.get('location')]).toEqual([400, null]);
    expect(body).toContain('cannot ask for access');
  });

  test('accepts only the registered redirect URL, if there is one', async () => {
    const strict = await startSandbox({ CLIENT_ID: 'app', REDIRECT_URI: redirectUri });
    try {
      const statuses = [];
      for (const redirect_uri of [redirectUri, '', 'http://evil.example/']) {
        statuses.push((await strict.call('GET', authorizeUrl({ redirect_uri }))).status);
      }
      expect(statuses).toEqual([200, 200, 400]);
    } finally {
      await strict.close();
    }
  });

  test('accepts a request without scopes; its token reads only the own user', async () => {
    const { body } = await sandbox.call('GET', authorizeUrl({ scope: '' }));
    expect(body).toContain('See your name and email address');
    const authCode = (await decide('allow', { scope: '' })).get('code') ?? '';
    const grant = await requestToken({ grant_type: 'authorization_code', code: authCode });
    const token = grant.body.access_token;
    expect((await sandbox.call('GET', '/2.0/users/me', { token })).body.email).toBe(officeEmail);
    expect(getError(await sandbox.call('GET', '/2.0/sheets', { token }))).toEqual([403, 1004]);
  });

  test('escapes the parameters of the request', async () => {
    const { body } = await sandbox.call('GET', authorizeUrl({ state: '"><script>1</script>' }));
    expect(body).not.toContain('<script>');
  });
});

describe('the token endpoint', () => {
  test('exchanges a code for tokens with exactly the requested scopes', async () => {
    const { access_token: token, ...rest } = await tokens();
    expect(rest).toEqual({ token_type: 'bearer', expires_in: 604_799, refresh_token: expect.any(String) });
    expect((await sandbox.call('GET', '/2.0/users/me', { token })).body.email).toBe(officeEmail);
    expect((await sandbox.call('GET', '/2.0/sheets', { token })).status).toBe(200);
    expect(getError(await sandbox.call('GET', '/2.0/webhooks', { token }))).toEqual([403, 1004]);
  });

  test('accepts the hash of the secret and the code, in the query and in the body', async () => {
    const authCode = await code();
    const query = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'app',
      code: authCode,
      hash: hashText(`secret|${authCode}`),
    });
    expect((await sandbox.call('POST', `/2.0/token?${query}`)).status).toBe(200);
  });

  test('a refresh issues a new pair and revokes the old one', async () => {
    const old = await tokens();
    const refresh = { grant_type: 'refresh_token', refresh_token: old.refresh_token };
    const renewed = await requestToken(refresh);
    expect(renewed.status).toBe(200);
    const me = (token: string) => sandbox.call('GET', '/2.0/users/me', { token });
    expect((await me(renewed.body.access_token)).status).toBe(200);
    expect(getError(await me(old.access_token))).toEqual([401, 1002]);
    const again = await requestToken(refresh);
    expect([...getError(again), again.body.error]).toEqual([400, 1071, 'invalid_grant']);
  });

  test('a code works once and within ten minutes', async () => {
    const used = await code();
    await requestToken({ grant_type: 'authorization_code', code: used });
    expect(getError(await requestToken({ grant_type: 'authorization_code', code: used }))).toEqual([
      400, 1071,
    ]);
    const late = await code();
    sandbox.advance(600_000);
    const answer = await requestToken({ grant_type: 'authorization_code', code: late });
    expect([...getError(answer), answer.body.error]).toEqual([400, 1069, 'invalid_grant']);
  });

  test('an access token expires and can be refreshed afterwards', async () => {
    const old = await tokens();
    sandbox.advance(604_800_000);
    const me = await sandbox.call('GET', '/2.0/users/me', { token: old.access_token });
    expect(getError(me)).toEqual([401, 1003]);
    const renewed = await requestToken({ grant_type: 'refresh_token', refresh_token: old.refresh_token });
    expect(renewed.status).toBe(200);
  });

  const fresh = { grant_type: 'authorization_code', code: 'none' };
  test.each([
    ['no grant type', { grant_type: '' }, 400, 1070, 'invalid_request'],
    ['an unknown grant type', { grant_type: 'password' }, 400, 1068, 'unsupported_grant_type'],
    ['no code', { ...fresh, code: '' }, 400, 1070, 'invalid_request'],
    ['no refresh token', { grant_type: 'refresh_token' }, 400, 1070, 'invalid_request'],
    [
      'a refresh token where a code belongs',
      { grant_type: 'authorization_code', refresh_token: 'x' },
      400,
      1292,
      'invalid_request',
    ],
    ['an unknown app', { ...fresh, client_id: 'someone' }, 401, 1067, 'invalid_client'],
    ['neither secret nor hash', { ...fresh, client_secret: '' }, 400, 1236, 'invalid_client'],
    ['both secret and hash', { ...fresh, hash: 'x' }, 400, 1237, 'invalid_request'],
    ['a wrong secret', { ...fresh, client_secret: 'x' }, 400, 1238, 'invalid_client'],
    ['a wrong hash', { ...fresh, client_secret: '', hash: 'x' }, 400, 1072, 'invalid_grant'],
    ['a wrong code', fresh, 400, 1071, 'invalid_grant'],
    [
      'a wrong refresh token',
      { grant_type: 'refresh_token', refresh_token: 'x' },
      400,
      1071,
      'invalid_grant',
    ],
  ])('refuses %s', async (_case, fields, status, errorCode, error) => {
    const { body, ...answer } = await requestToken(fields);
    expect(answer.status).toBe(status);
    expect(body).toEqual({ errorCode, error, message: expect.any(String), refId: expect.any(String) });
  });

  test('rejects another redirect URL than that of the code', async () => {
    const answer = await requestToken({
      grant_type: 'authorization_code',
      code: await code(),
      redirect_uri: 'http://else.example/',
    });
    expect(getError(answer)).toEqual([400, 1073]);
  });
});

describe('revoking', () => {
  let pairs: { access_token: string; refresh_token: string }[];
  beforeEach(async () => {
    pairs = [await tokens(), await tokens()];
  });
  const statuses = async () => {
    const calls = pairs.map(({ access_token }) =>
      sandbox.call('GET', '/2.0/users/me', { token: access_token }),
    );
    return (await Promise.all(calls)).map(({ status }) => status);
  };

  test('revokes one token and its refresh token', async () => {
    const { body } = await sandbox.call('DELETE', '/2.0/token', { token: pairs[0]?.access_token ?? '' });
    expect(body).toEqual({ message: 'SUCCESS', resultCode: 0 });
    expect(await statuses()).toEqual([401, 200]);
    const refresh = await requestToken({
      grant_type: 'refresh_token',
      refresh_token: pairs[0]?.refresh_token ?? '',
    });
    expect(getError(refresh)).toEqual([400, 1071]);
  });

  test('revokes all tokens of the app for the account, but no personal one', async () => {
    const personal = await sandbox.token(officeEmail, { personal: true });
    await sandbox.call('DELETE', '/2.0/token?deleteAllForApiClient=true', {
      token: pairs[0]?.access_token ?? '',
    });
    expect(await statuses()).toEqual([401, 401]);
    expect((await sandbox.call('GET', '/2.0/users/me', { token: personal })).status).toBe(200);
  });
});
