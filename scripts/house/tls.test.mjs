import { generateKeyPairSync } from 'node:crypto';
import https from 'node:https';
import { expect, onTestFinished, test } from 'vitest';
import { selfSignedCertificate } from '../../apps/sandbox/src/certificate.ts';
import { createPostWebhook } from '../../packages/process/src/post-webhook.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const day = 24 * 60 * 60_000;
const cert = selfSignedCertificate(keys, {
  name: 'localhost',
  from: new Date(Date.now() - day),
  until: new Date(Date.now() + day),
});
const key = keys.privateKey.export({ type: 'pkcs8', format: 'pem' });

/** A server on this machine that nobody vouches for, and the reasons for which handshakes with it failed. */
async function startServer(options = {}) {
  const refusals = [];
  let requests = 0;
  const server = https.createServer({ key, cert, ...options }, (_, response) => {
    requests += 1;
    response.end('{}');
  });
  server.on('tlsClientError', ({ code }) => refusals.push(code));
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `https://127.0.0.1:${server.address().port}/`, refusals, requests: () => requests };
}

const call = (url) =>
  fetch(url).then(
    () => 'answered',
    ({ cause }) => cause.code,
  );
const anywhere = createPostWebhook({ targets: 'anywhere' });
const post = (url) => anywhere({ url, headers: {}, body: '{}', signal: new AbortController().signal });

test('calls of other services refuse a certificate that no authority has signed', async () => {
  const { url, requests } = await startServer();
  expect(await call(url)).toMatch(/SELF_SIGNED|UNABLE_TO_VERIFY/);
  expect(requests()).toBe(0);
});

test('posts to outgoing webhooks refuse a certificate that no authority has signed', async () => {
  const { url, requests } = await startServer();
  expect(await post(url)).toMatchObject({ responseStatus: null, failure: expect.any(String) });
  expect(requests()).toBe(0);
});

test('calls and posts refuse a server that has nothing newer than TLS 1.1', async () => {
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
  const { url, refusals } = await startServer(old);
  expect(await call(url)).toMatch(/^ERR_SSL_/);
  expect(await post(url)).toMatchObject({ responseStatus: null, failure: expect.any(String) });
  expect(refusals).toEqual(['ERR_SSL_UNSUPPORTED_PROTOCOL', 'ERR_SSL_UNSUPPORTED_PROTOCOL']);
});
