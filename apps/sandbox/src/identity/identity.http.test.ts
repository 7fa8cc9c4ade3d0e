import { createHash, createVerify, type JsonWebKey } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startSandbox, type TestSandbox } from '../testing/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ CLIENT_ID: 'app', CLIENT_SECRET: 'secret', CLIENT_NAME: 'Tools & Co' });
});
afterEach(() => sandbox.call('DELETE', '/api/identity-faults'));
afterAll(() => sandbox.close());

const redirectUri = 'http://localhost:9/api/auth/google/callback';
const verifier = 'a-verifier-of-enough-characters-for-one-sign-in';
const paths = {
  google: { authorize: '/google/o/oauth2/v2/auth', token: '/google/token' },
  microsoft: {
    authorize: '/microsoft/common/oauth2/v2.0/authorize',
    token: '/microsoft/common/oauth2/v2.0/token',
  },
};
type Name = keyof typeof paths;
type Fields = Record<string, string>;

function authorizePath(provider: Name, change: Fields = {}) {
  return `${paths[provider].authorize}?${new URLSearchParams({
    response_type: 'code',
    client_id: 'app',
    scope: 'openid email profile',
    state: 's t/1',
    nonce: 'n-1',
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...change,
  })}`;
}

function form(fields: Fields) {
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  };
}

async function decide(provider: Name, fields: Fields, change: Fields = {}) {
  const reply = await sandbox.call('POST', authorizePath(provider, change), form(fields));
  return new URL(reply.headers.get('location') ?? '').searchParams;
}

async function codeFor(provider: Name, change: Fields = {}) {
  return (await decide(provider, { decision: 'allow', person: 'demo' }, change)).get('code') ?? '';
}

async function exchange(provider: Name, fields: Fields, change: Fields = {}) {
  const code = change.code ?? (await decide(provider, { decision: 'allow', ...fields })).get('code') ?? '';
  const body = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...change,
  };
  const client = { client_id: 'app', client_secret: 'secret' };
  return sandbox.call('POST', paths[provider].token, form({ ...client, ...body }));
}

async function claims(provider: Name, fields: Fields) {
  const { body } = await exchange(provider, fields);
  const [, part = ''] = body.id_token.split('.');
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

test.each(['google', 'microsoft'] as const)(
  'the page of %s shows the app and its people',
  async (provider) => {
    const { status, body } = await sandbox.call('GET', authorizePath(provider));
    expect(status).toBe(200);
    for (const text of ['Tools &amp; Co', 'demo@picksync.example', 'Another account', '>Allow<', '>Deny<'])
      expect(body).toContain(text);
  },
);

test('a denial returns access_denied and the same state', async () => {
  expect([...(await decide('google', { decision: 'deny' }))]).toEqual([
    ['error', 'access_denied'],
    ['iss', `${sandbox.url}/google`],
    ['state', 's t/1'],
  ]);
});

test('an address that is none is asked for again', async () => {
  const fields = form({ decision: 'allow', person: 'typed', email: 'nobody' });
  const { status, body } = await sandbox.call('POST', authorizePath('google'), fields);
  expect([status, body.includes('Please enter an address')]).toEqual([400, true]);
});

test.each<[string, Name, Fields, string]>([
  ['an unknown app', 'google', { client_id: 'someone' }, 'Error 401: invalid_client'],
  ['an unknown app', 'microsoft', { client_id: 'someone' }, 'AADSTS700016'],
  ['another redirect', 'google', { redirect_uri: 'https://evil.example/' }, 'redirect_uri_mismatch'],
  ['another redirect', 'microsoft', { redirect_uri: 'https://evil.example/' }, 'AADSTS50011'],
  ['an unknown scope', 'google', { scope: 'openid everything' }, 'Error 400: invalid_scope'],
  ['an unknown way of hashing', 'google', { code_challenge_method: 'S512' }, 'Error 400: invalid_request'],
])('%s is told on the page of %s, and the browser is sent nowhere', async (_case, provider, change, text) => {
  for (const method of ['GET', 'POST']) {
    const sent = method === 'POST' ? form({ decision: 'allow', person: 'demo' }) : {};
    const { status, headers, body } = await sandbox.call(method, authorizePath(provider, change), sent);
    expect([status, headers.get('location'), body.includes(text)]).toEqual([400, null, true]);
  }
});

test('Microsoft tells the app what it asks wrongly', async () => {
  const change = { response_type: 'id_token' };
  const { headers } = await sandbox.call('GET', authorizePath('microsoft', change));
  const { searchParams, hash } = new URL(headers.get('location') ?? '');
  expect(searchParams.size).toBe(0);
  const told = new URLSearchParams(hash.slice(1));
  expect(told.get('error')).toBe('unsupported_response_type');
  expect(told.get('error_description')).toMatch(/^AADSTS700054: .*\r\nTrace ID: /);
});

test('the app accepts only its registered addresses, if there are any', async () => {
  const own = await startSandbox({
    CLIENT_ID: 'app',
    SIGN_IN_REDIRECT_URIS: 'https://app.example/back, http://localhost:9/other',
  });
  const readStatus = async (address: string) =>
    (await own.call('GET', authorizePath('google', { redirect_uri: address }))).status;
  try {
    expect(await readStatus('https://app.example/back')).toBe(200);
    expect(await readStatus(redirectUri)).toBe(400);
    expect(await readStatus('https://app.example/back/')).toBe(400);
  } finally {
    await own.close();
  }
});

test('the person whom the app expects is chosen already, and an address of nobody is filled in', async () => {
  const pageFor = async (hint: string) =>
    (await sandbox.call('GET', authorizePath('google', { login_hint: hint }))).body as string;
  expect(await pageFor('demo@picksync.example')).toMatch(/value="demo" checked/);
  expect(await pageFor('else@clients.example')).toMatch(
    /value="typed" checked.*value="else@clients.example"/s,
  );
});

test('a silent sign-in fails before the person has signed in', async () => {
  const getError = async (provider: Name) => {
    const { headers } = await sandbox.call('GET', authorizePath(provider, { prompt: 'none' }));
    return new URL(headers.get('location') ?? '').searchParams.get('error');
  };
  expect([await getError('google'), await getError('microsoft')]).toEqual([
    'interaction_required',
    'login_required',
  ]);
});

test('an answer comes in the part of the address that was asked for, or is posted', async () => {
  const fields = form({ decision: 'allow', person: 'rosa' });
  const answered = (mode: string) =>
    sandbox.call('POST', authorizePath('google', { response_mode: mode }), fields);
  const { hash, search } = new URL((await answered('fragment')).headers.get('location') ?? '');
  expect([search, new URLSearchParams(hash.slice(1)).get('state')]).toEqual(['', 's t/1']);
  const { status, body } = await answered('form_post');
  expect([status, body.includes(`action="${redirectUri}"`), body.includes('name="code"')]).toEqual([
    200,
    true,
    true,
  ]);
});

test('a directory has its own people only', async () => {
  const getPage = async (tenant: string) =>
    (await sandbox.call('GET', authorizePath('microsoft').replace('common', tenant))).body as string;
  const [work, personal, unknown] = await Promise.all(
    ['organizations', 'consumers', 'nowhere.example'].map(getPage),
  );
  expect([work?.includes('Marek'), work?.includes('personal account')]).toEqual([true, false]);
  expect([personal?.includes('Marek'), personal?.includes('personal account')]).toEqual([false, true]);
  expect(unknown).toContain('AADSTS90002');
});

test('the discovery document and the keys belong to the id token', async () => {
  const { body: found } = await sandbox.call('GET', '/google/.well-known/openid-configuration');
  const { body: token } = await exchange('google', { person: 'rosa' });
  const [head = '', part = '', signature = ''] = token.id_token.split('.');
  const { body: jwks } = await sandbox.call('GET', new URL(found.jwks_uri).pathname);
  const key = jwks.keys[0] as JsonWebKey;
  const isSigned = createVerify('RSA-SHA256')
    .update(`${head}.${part}`)
    .verify({ key, format: 'jwk' }, signature, 'base64url');
  expect(isSigned).toBe(true);
  expect(JSON.parse(Buffer.from(part, 'base64url').toString())).toMatchObject({
    iss: found.issuer,
    aud: 'app',
    nonce: 'n-1',
    email: 'rosa.jimenez@northwind.example',
    email_verified: true,
    hd: 'northwind.example',
  });
  const headers = { authorization: `Bearer ${token.access_token}` };
  const { body: userinfo } = await sandbox.call('GET', '/google/v1/userinfo', { headers });
  expect(userinfo.email).toBe('rosa.jimenez@northwind.example');
});

test('Google tells whoever debugs what a token is for, until it ends', async () => {
  const { body } = await exchange('google', { person: 'demo' });
  const about = (name: string, token: string) => sandbox.call('GET', `/google/tokeninfo?${name}=${token}`);
  expect((await about('id_token', body.id_token)).body).toMatchObject({ aud: 'app', alg: 'RS256' });
  expect((await about('access_token', body.access_token)).body).toMatchObject({
    azp: 'app',
    aud: 'app',
    email: 'demo@picksync.example',
    email_verified: 'true',
    expires_in: '3600',
    access_type: 'online',
    scope: expect.stringContaining('openid'),
  });
  expect(await about('access_token', 'none')).toMatchObject({
    status: 400,
    body: { error: 'invalid_token' },
  });
});

test('Microsoft names the tenant, and vouches for an address only where its owner is known', async () => {
  const marek = await claims('microsoft', { person: 'marek' });
  expect(marek).toMatchObject({ xms_edov: true, iss: `${sandbox.url}/microsoft/${marek.tid}/v2.0` });
  const mallory = await claims('microsoft', { person: 'mallory' });
  expect(mallory.email).toBe('demo@picksync.example');
  expect(mallory.xms_edov).toBeUndefined();
  const demo = await claims('microsoft', { person: 'demo' });
  expect(demo.tid).toBe('9188040d-6c67-4c5b-b112-36a304b66dad');
  expect(new Set([marek.sub, mallory.sub, demo.sub]).size).toBe(3);
});

test('the same address is the same person', async () => {
  const typed = { person: 'typed', email: 'a@b.example', verified: 'yes' };
  const [first, second] = [await claims('google', typed), await claims('google', typed)];
  expect(second.sub).toBe(first.sub);
});

test.each<[string, Fields, string]>([
  ['another verifier', { code_verifier: 'x' }, 'invalid_grant'],
  ['no verifier', { code_verifier: '' }, 'invalid_grant'],
  ['another redirect address', { redirect_uri: 'http://localhost:9/other' }, 'redirect_uri_mismatch'],
  ['a code that was cut', { code: 'made-up' }, 'invalid_grant'],
  ['a code that was never issued', { code: '4/0Amade-up' }, 'invalid_grant'],
  ['no code', { code: '' }, 'invalid_request'],
  ['another kind of grant', { grant_type: 'password' }, 'unsupported_grant_type'],
])('%s gets no token', async (_case, change, error) => {
  const { status, body } = await exchange('google', { person: 'rosa' }, change);
  expect([status, body.error]).toEqual([400, error]);
});

test.each<[string, Fields, number, number, string]>([
  ['another verifier', { code_verifier: 'x' }, 400, 501481, 'invalid_grant'],
  ['another redirect', { redirect_uri: 'http://localhost:9/' }, 400, 500112, 'invalid_grant'],
  ['a code that was cut', { code: 'made-up' }, 400, 9002313, 'invalid_grant'],
  ['another secret', { client_secret: 'guessed' }, 401, 7000215, 'invalid_client'],
  ['no secret', { client_secret: '' }, 401, 7000218, 'invalid_client'],
  ['another app', { client_id: 'someone' }, 400, 700016, 'unauthorized_client'],
  ['no kind of grant', { grant_type: '' }, 400, 900144, 'invalid_request'],
])('Microsoft refuses %s by the number of the error', async (_case, change, status, code, error) => {
  const reply = await exchange('microsoft', { person: 'marek' }, change);
  expect([reply.status, reply.body]).toEqual([
    status,
    {
      error,
      error_description: expect.stringMatching(new RegExp(`^AADSTS${code}: .*\r\nTrace ID: `)),
      error_codes: [code],
      timestamp: '2026-11-02 09:00:00Z',
      trace_id: expect.any(String),
      correlation_id: expect.any(String),
      error_uri: `${sandbox.url}/microsoft/error?code=${code}`,
    },
  ]);
});

test('a code serves once', async () => {
  for (const [provider, text] of [
    ['google', 'Bad Request'],
    ['microsoft', 'AADSTS54005'],
  ] as const) {
    const code = await codeFor(provider);
    expect((await exchange(provider, {}, { code })).status).toBe(200);
    const { status, body } = await exchange(provider, {}, { code });
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect(body.error_description).toContain(text);
  }
});

test('an app may leave out the proof, or send it unhashed', async () => {
  const getTokens = async (change: Fields, verifierField: Fields) => {
    const code = await codeFor('google', { code_challenge: '', code_challenge_method: '', ...change });
    return (await exchange('google', {}, { code, ...verifierField })).status;
  };
  expect(await getTokens({}, { code_verifier: '' })).toBe(200);
  expect(await getTokens({ code_challenge: verifier }, {})).toBe(200);
  expect(await getTokens({}, {})).toBe(400);
});

test('the scopes decide which claims are told', async () => {
  const readGranted = async (scope: string) => {
    const code = await codeFor('google', { scope });
    return (await exchange('google', {}, { code })).body;
  };
  const { id_token: idToken } = await readGranted('openid');
  const told = JSON.parse(Buffer.from(idToken.split('.')[1], 'base64url').toString());
  expect(Object.keys(told).sort()).toEqual(
    ['iss', 'aud', 'iat', 'exp', 'nonce', 'azp', 'sub', 'at_hash'].sort(),
  );
  expect(await readGranted('email')).not.toHaveProperty('id_token');
});

test('a refresh token brings new tokens until it is taken back', async () => {
  const code = await codeFor('google', { access_type: 'offline' });
  const { body: first } = await exchange('google', {}, { code });
  const client = { client_id: 'app', client_secret: 'secret', grant_type: 'refresh_token' };
  const refresh = () =>
    sandbox.call('POST', paths.google.token, form({ ...client, refresh_token: first.refresh_token }));
  const second = await refresh();
  expect([second.status, Object.keys(second.body).sort()]).toEqual([
    200,
    ['access_token', 'expires_in', 'id_token', 'scope', 'token_type'],
  ]);
  const { status } = await sandbox.call('POST', '/google/revoke', form({ token: first.access_token }));
  expect(status).toBe(200);
  expect((await refresh()).body.error).toBe('invalid_grant');
});

test('the next key is published before it signs', async () => {
  const keyIds = async () => {
    const { body } = await sandbox.call('GET', '/microsoft/common/discovery/v2.0/keys');
    return body.keys.map(({ kid }: { kid: string }) => kid) as string[];
  };
  const signer = async () => {
    const { body } = await exchange('microsoft', { person: 'marek' });
    return JSON.parse(Buffer.from(body.id_token.split('.')[0], 'base64url').toString()).kid as string;
  };
  const [current, next] = await keyIds();
  expect(await signer()).toBe(current);
  await sandbox.call('POST', '/api/identity-keys/rotate');
  expect(await signer()).toBe(next);
  expect((await keyIds()).slice(0, 2)).toEqual([current, next]);
});

test('a code of one provider is none of the other', async () => {
  const { status } = await exchange('microsoft', {}, { code: await codeFor('google') });
  expect(status).toBe(400);
});

test('the faults spoil one thing of the id token each', async () => {
  const spoiled = async (idToken: string) => {
    await sandbox.call('PUT', '/api/identity-faults', { body: { idToken } });
    return claims('google', { person: 'rosa' });
  };
  expect((await spoiled('other_nonce')).nonce).not.toBe('n-1');
  expect((await spoiled('no_nonce')).nonce).toBeUndefined();
  expect((await spoiled('other_audience')).aud).toBe('another-app');
  expect((await spoiled('other_issuer')).iss).toContain('elsewhere');
  expect((await spoiled('expired')).exp * 1000).toBeLessThan(Date.now());
  const { status } = await sandbox.call('PUT', '/api/identity-faults', { body: { idToken: 'odd' } });
  expect(status).toBe(400);
});
