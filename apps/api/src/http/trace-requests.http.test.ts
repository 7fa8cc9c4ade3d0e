import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { origin, type TestApp, testApp } from '../testing/test-app.ts';

let api: TestApp;
let address: string;
beforeAll(async () => {
  api = await testApp();
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Asks for a mail, by a body that arrives on a real connection. */
async function requestMail(headers: Record<string, string>) {
  await api.db.$executeRaw`DELETE FROM pgboss.job`;
  const { email } = await testUser(api.db);
  const answer = await fetch(`${address}/api/auth/forgot-password`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email }),
  });
  expect(answer.status).toBe(200);
  const jobs = await api.db.$queryRaw<{ traceparent: string }[]>`
    SELECT data->>'traceparent' AS traceparent FROM pgboss.job WHERE name = 'send-mail'`;
  return jobs.map(({ traceparent }) => traceparent.split('-'));
}

const readTraces = () =>
  api.log
    .lines()
    .filter(({ path }) => path === '/api/auth/forgot-password')
    .map(({ trace }) => trace);

test('a job and the log have the trace of the request that led to them', async () => {
  const given = `00-${traceId}-00f067aa0ba902b7-01`;
  const [job] = await requestMail({ traceparent: given });
  expect(job?.[1]).toBe(traceId);
  // The step before the job is the request, not what came before that.
  expect(job?.[2]).not.toBe('00f067aa0ba902b7');
  await expect.poll(readTraces).toContain(traceId);
});

test('a request without a valid trace begins one', async () => {
  const [job] = await requestMail({ traceparent: '00-canary-canary-01' });
  expect(job?.[1]).toMatch(/^[0-9a-f]{32}$/);
  await expect.poll(readTraces).toContain(job?.[1]);
  expect(api.log.text()).not.toContain('canary');
});

test('every line of the log names its process', async () => {
  expect(api.log.lines().every(({ process }) => process === 'api')).toBe(true);
});
