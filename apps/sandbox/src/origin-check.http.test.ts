import { type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { officeEmail, startSandbox, type TestSandbox } from './testing/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    HOSTS: 'sandbox, Stand-In.internal',
    SANDBOX_URL: 'https://console.example',
  });
});
afterAll(() => sandbox.close());

type Sent = { method?: string; path?: string; headers: Record<string, string>; body?: string };
type Answer = { status: number; headers: IncomingHttpHeaders };

/** Sends a request with headers that `fetch` does not let a caller set. */
function send({ method = 'GET', path = '/api/accounts', headers, body }: Sent) {
  return new Promise<Answer>((resolve, reject) => {
    const { hostname, port } = new URL(sandbox.url);
    const outgoing = request({ hostname, port, method, path, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

async function readStatus(sent: Sent) {
  return (await send(sent)).status;
}
const { port } = new URL('http://localhost:4010');

describe('the Host header', () => {
  test.each([
    'localhost',
    `localhost:${port}`,
    'LocalHost:4010',
    '127.0.0.1:4010',
    '[::1]:4010',
    'sandbox:4010',
    'stand-in.internal',
    'console.example',
  ])('%s is answered', async (host) => {
    expect(await readStatus({ headers: { host } })).toBe(200);
  });

  test.each([
    'evil.example',
    'evil.example:4010',
    'localhost.evil.example',
    'localhost:4010@evil.example',
    'evil.example@localhost',
    '169.254.169.254',
    'localhost/',
    '[::1',
  ])('%j is refused, on every part of it', async (host) => {
    for (const path of ['/', '/api/accounts', '/2.0/serverinfo', '/console/console.css', '/nowhere']) {
      expect(await readStatus({ path, headers: { host } })).toBe(421);
    }
  });

  test('rejects a rebound name before anything changes', async () => {
    const body = JSON.stringify({ account: officeEmail });
    const headers = { host: 'evil.example:4010', 'content-type': 'application/json' };
    expect(await readStatus({ method: 'POST', path: '/api/tokens', headers, body })).toBe(421);
    expect(sandbox.state.tokens.size).toBe(0);
  });
});

describe('a page', () => {
  const host = 'localhost:4010';
  const consent = '/b/authorize?response_type=code&client_id=picksync-local&scope=READ_SHEETS';

  test('may call everything if it belongs to the sandbox', async () => {
    const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
    expect(await readStatus({ method: 'DELETE', path: '/api/calls', headers })).toBe(204);
    expect(
      await readStatus({ headers: { host, 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' } }),
    ).toBe(200);
  });

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port of this machine', { origin: 'http://localhost:3000' }],
    ['nowhere', { origin: 'null' }],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['another port that hides it', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }],
  ])('is refused when it is of %s, whatever it does', async (_whose, page) => {
    const headers = { host, 'content-type': 'text/plain', ...page };
    expect(await readStatus({ headers })).toBe(403);
    expect(await readStatus({ method: 'POST', path: '/api/reset', headers, body: '' })).toBe(403);
    expect(await readStatus({ method: 'OPTIONS', headers })).toBe(403);
  });

  test('may link here from another site, but not post a form', async () => {
    const headers = { host, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' };
    expect(await readStatus({ path: consent, headers })).not.toBe(403);
    expect(await readStatus({ method: 'POST', path: consent, headers, body: '' })).toBe(403);
  });

  test('cannot show the sandbox in a frame on another site', async () => {
    const { headers } = await send({ path: consent, headers: { host } });
    expect(headers['content-security-policy']).toBe("frame-ancestors 'none'");
  });
});

test('the sandbox does not start in production', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('never part of a production start');
  expect(readConfig({ NODE_ENV: 'test' })).toMatchObject({ HOSTS: [] });
});
