import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { toDevice } from '../recognized-devices/device.ts';
import { startPendingSession, startSession } from './sessions.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
type Signed = { headers: Record<string, string> };

const list = async ({ headers }: Signed) =>
  (await api.app.inject({ url: '/api/account/sessions', headers })).json();
const end = ({ headers }: Signed, id = '') =>
  api.app.inject({ method: 'DELETE', url: `/api/account/sessions${id && `/${id}`}`, headers });

const elsewhere = (userId: string, ipAddress = '203.0.113.77') =>
  startSession(api.context, { userId, userAgent: firefox, ipAddress });

test('the list tells device, place and time of every session, and which one asks', async () => {
  const here = await api.signIn();
  await api.passTime(60_000);
  await elsewhere(here.userId);
  const browser = { userId: here.userId, userAgent: firefox, ipAddress: '203.0.113.77' };
  await startPendingSession(api.context, browser);
  expect(await list(here)).toMatchObject([
    { device: 'Firefox on Linux', isMobile: false, network: '203.0.113.x', isCurrent: false },
    { device: 'Unknown browser', network: '127.0.0.x', isCurrent: true },
  ]);
});

test('an ended session opens nothing, and nobody ends one of somebody else', async () => {
  const [here, stranger] = [await api.signIn(), await api.signIn()];
  const other = await api.signIn({ userId: here.userId });
  const { id } = (await list(here)).find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
  expect((await end(stranger, id)).statusCode).toBe(404);
  expect((await list(other)).length).toBe(2);
  expect((await end(here, id)).statusCode).toBe(200);
  expect((await list(other)).code).toBe('unauthenticated');
  expect((await end(here, id)).statusCode).toBe(404);
  expect((await list(here)).length).toBe(1);
});

test('ends all other sessions at once, with those that wait for a second factor; this one and other people’s stay', async () => {
  const [here, stranger] = [await api.signIn(), await api.signIn()];
  await elsewhere(here.userId);
  const browser = { userId: here.userId, userAgent: firefox, ipAddress: '203.0.113.77' };
  await startPendingSession(api.context, browser);
  expect((await end(here)).json().message).toBe('2 other sessions are ended.');
  expect(await api.db.session.count({ where: { userId: here.userId } })).toBe(1);
  expect((await list(stranger)).length).toBe(1);
  expect((await end(here)).json().message).toBe('0 other sessions are ended.');
});

test('a person has twenty sessions at most: the one that was not used for longest makes room', async () => {
  const first = await api.signIn();
  for (let index = 0; index < 20; index += 1) {
    await api.passTime(1000);
    await elsewhere(first.userId);
  }
  expect(await api.db.session.count({ where: { userId: first.userId } })).toBe(20);
  expect((await list(first)).code).toBe('unauthenticated');
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    'Chrome on Windows',
    false,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
    'Microsoft Edge on Windows',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
    true,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Safari on Mac',
    false,
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
    true,
  ],
  [firefox, 'Firefox on Linux', false],
  ['curl/8.5.0', 'Unknown browser', false],
  ['<script>alert(1)</script>', 'Unknown browser', false],
  ['', 'Unknown browser', false],
  [null, 'Unknown browser', false],
])('%s is called %s', (userAgent, device, isMobile) => {
  expect(toDevice(userAgent)).toEqual({ device, isMobile });
});
