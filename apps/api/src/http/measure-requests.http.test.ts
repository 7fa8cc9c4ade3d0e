import { request } from 'node:http';
import { testAutomation, testConnection } from '@picksync/db/testing';
import { findProblems } from '@picksync/metrics/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOperatorServer } from '../system/operator-server.ts';
import { readEvents } from '../testing/read-events.ts';
import { origin, type TestApp, testApp } from '../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const read = async () => (await api.context.metrics.read()).text;
const logIn = (email: string) =>
  api.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { origin },
    body: { email, password: 'Spruce-Harbor-42' },
  });

test('after all kinds of requests the metrics have every name, known labels, and nothing personal', async () => {
  const email = 'ada@clients.example';
  const connection = await testConnection(api.db);
  const automation = await testAutomation(api.db, { connection, name: 'Weekly planning of Ada' });
  const { headers } = await api.signIn({ userId: connection.userId });
  const program = { authorization: 'Bearer picksync_unknown' };
  await logIn(email);
  for (const url of [
    '/api/health',
    `/api/configurations/${automation.id}`,
    `/api/configurations/${automation.id}/runs`,
    `/api/nothing/${email}`,
    '/readyz',
    '/servez',
  ])
    for (const sender of [headers, program, {}]) await api.app.inject({ url, headers: sender });
  await api.app.inject({
    method: 'POST',
    url: `/api/smartsheet/callbacks/${automation.id}`,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const text = await read();
  expect(findProblems(text, { process: 'api' })).toEqual([]);
  expect(text).not.toContain('Weekly planning');
  expect(text).toMatch(
    /http_server_request_duration_seconds_count\{method="GET",route="\/api\/health",status_class="2xx"\} 3/,
  );
  expect(text).toContain('picksync_sign_ins_total{method="password",outcome="refused"} 1');
  expect(text).toContain('picksync_callbacks_total{source="smartsheet",outcome="unknown"} 1');
  expect(text).toContain('http_server_active_requests 0');
  expect(text).toMatch(/picksync_db_query_duration_seconds_count\{kind="read"\} [1-9]/);
  expect(text).toMatch(/picksync_db_query_duration_seconds_count\{kind="write"\} [1-9]/);
  expect(text).toMatch(
    /picksync_build_info\{(?=.*commit="unknown")(?=.*schema_version="\d{14}")(?=.*settings_version="\d+").*\} 1/,
  );
});

test('requests that are refused as too many are counted by their limit', async () => {
  const strict = await testApp({
    requestsPerMinute: { reads: 1, writes: 1, signIns: 1, callbacks: 1, userWrites: 1 },
  });
  for (let turn = 0; turn < 2; turn += 1) await strict.app.inject('/api/health');
  const { text } = await strict.context.metrics.read();
  expect(text).toContain('picksync_rate_limited_total{limit="reads"} 1');
  await strict.close();
});

test('a caller who hangs up is measured as such, and no longer counts as being answered', async () => {
  const { headers } = await api.signIn();
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const stream = await readEvents(`${url}/api/events`, headers);
  const sending = { 'content-type': 'application/json', 'content-length': 100 };
  const slow = request(`${url}/api/auth/login`, { method: 'POST', headers: sending }).on('error', () => {});
  slow.flushHeaders();
  await expect.poll(read).toContain('http_server_active_requests 2');
  expect(await read()).not.toContain('status_class="none"');
  expect((await readEvents(`${url}/api/events`, {})).response.status).toBe(401);
  stream.close();
  slow.destroy();
  await expect.poll(read).toContain('http_server_active_requests 0');
  const measured = (await read()).match(/^http_server_request_duration_seconds_count\{.*"none".*$/gm);
  expect(measured).toEqual([
    'http_server_request_duration_seconds_count{method="POST",route="/api/auth/login",status_class="none"} 1',
  ]);
  expect((await read()).match(/^http_server_request_duration_seconds_count\{.*"\/api\/events".*$/gm)).toEqual(
    ['http_server_request_duration_seconds_count{method="GET",route="/api/events",status_class="4xx"} 1'],
  );
});

test('the port of the operators serves metrics to those who have the token', async () => {
  const token = 'a-token-of-the-operators';
  const server = await openOperatorServer(api.context, { port: 0, host: '127.0.0.1', token });
  const ask = (authorization?: string) =>
    server?.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
  expect((await ask())?.statusCode).toBe(401);
  expect((await ask('Bearer another-token'))?.statusCode).toBe(401);
  const answer = await ask(`Bearer ${token}`);
  expect(answer?.statusCode).toBe(200);
  expect(answer?.headers['content-type']).toMatch(/^application\/openmetrics-text/);
  expect(answer?.body).toMatch(/nodejs_eventloop_lag_seconds [\d.]+[\s\S]*# EOF\n$/);
  await server?.close();
  expect((await api.app.inject('/metrics')).statusCode).toBe(404);
  expect(
    await openOperatorServer(api.context, { port: undefined, host: '127.0.0.1', token }),
  ).toBeUndefined();
});
