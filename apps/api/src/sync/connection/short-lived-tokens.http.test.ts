import { expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { intern } from '../../testing/sandbox.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';

const { app, sandbox } = await sandboxApp();

type Calls = { operations: Record<string, number> };
const refreshes = async () => (await sandbox.call<Calls>('GET', '/api/calls')).operations['oauth.token'] ?? 0;

/** What the page of a new automation asks Smartsheet for, all at once. */
async function loadPage(headers: Record<string, string>) {
  const { id } = await sandbox.sheet('Time sheet 2026');
  const urls = ['/api/smartsheet/sheets', ...Array(3).fill(`/api/smartsheet/sheets/${id}/columns`)];
  const replies = await Promise.all(urls.map((url) => app.app.inject({ url, headers })));
  return replies.map(({ statusCode }) => statusCode);
}

test.each([
  ['3 minutes', 180],
  ['30 seconds', 30],
])('tokens that live for %s are refreshed once in their life, whatever is loaded', async (_life, seconds) => {
  const user = await app.signIn();
  await sandbox.call('PUT', '/api/faults', { body: { tokenLifetimeSeconds: seconds } });
  await connectSandbox(app, sandbox, { userId: user.userId, account: intern });
  const whole = [200, 200, 200, 200];
  // The first pair comes without its life.
  await sandbox.call('DELETE', '/api/calls');
  expect(await loadPage(user.headers)).toEqual(whole);
  expect(await refreshes()).toBe(1);

  for (let expiry = 1; expiry <= 2; expiry += 1) {
    for (let pages = 0; pages < 3; pages += 1) expect(await loadPage(user.headers)).toEqual(whole);
    expect(await refreshes()).toBe(expiry);
    app.clock.at = new Date(app.clock.at.getTime() + seconds * 1000);
    expect(await loadPage(user.headers)).toEqual(whole);
    expect(await refreshes()).toBe(expiry + 1);
  }
});
