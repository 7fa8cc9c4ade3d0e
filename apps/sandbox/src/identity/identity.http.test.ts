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
const verifier = 'a verifier of enough characters for one sign-in';
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
    scope: 'openid email',
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

async function decide(provider: Name, fields: Fields) {
  const reply = await sandbox.call('POST', authorizePath(provider), form(fields));
  return new URL(reply.headers.get('location') ?? '').searchParams;
}

async function exchange(provider: Name, fields: Fields, change: Fields = {}) {
  const code = (await decide(provider, { decision: 'allow', ...fields })).get('code') ?? '';
  const body = { code, redirect_uri: redirectUri, code_verifier: verifier, ...change };
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

test('whoever denies goes back with access_denied and the same state', async () => {
  expect([...(await decide('google', { decision: 'deny' }))]).toEqual([
    ['error', 'access_denied'],
    ['state', 's t/1'],
  ]);
});

test('an address that is none is asked for again', async () => {
  const fields = form({ decision: 'allow', person: 'typed', email: 'nobody' });
  const { status, body } = await sandbox.call('POST', authorizePath('google'), fields);
  expect([status, body.includes('Please enter an address')]).toEqual([400, true]);
});

test.each<[string, Fields]>([
  ['an unknown app', { client_id: 'someone' }],
  ['a sign-in without PKCE', { code_challenge: '' }],
  ['plain PKCE', { code_challenge_method: 'plain' }],
  ['a scope without openid', { scope: 'email' }],
])('%s is sent nowhere', async (_case, change) => {
  const { status, headers } = await sandbox.call('GET', authorizePath('google', change));
  expect([status, headers.get('location')]).toEqual([400, null]);
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

test('whoever types the same address is the same person', async () => {
  const typed = { person: 'typed', email: 'a@b.example', verified: 'yes' };
  const [first, second] = [await claims('google', typed), await claims('google', typed)];
  expect(second.sub).toBe(first.sub);
});

test.each<[string, Fields]>([
  ['another verifier', { code_verifier: 'x' }],
  ['another redirect address', { redirect_uri: 'http://localhost:9/other' }],
  ['a code that was never issued', { code: 'made-up' }],
])('%s gets no token', async (_case, change) => {
  const { status, body } = await exchange('google', { person: 'rosa' }, change);
  expect([status, body.error]).toEqual([400, 'invalid_grant']);
});

test('a code of one provider is none of the other', async () => {
  const code = (await decide('google', { decision: 'allow', person: 'rosa' })).get('code') ?? '';
  const { status } = await exchange('microsoft', { person: 'marek' }, { code });
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
