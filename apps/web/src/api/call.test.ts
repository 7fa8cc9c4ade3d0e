import { activityEndpoints, authEndpoints, automationEndpoints } from '@picksync/contracts';
import { expect, test, vi } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { ApiError } from './api-error.ts';
import { call, callPage, handleFailures } from './call.ts';

const body = { email: 'a@b.example', password: 'secret' };
const login = () => call(authEndpoints.login, { body });
const toFailure = async (attempt: Promise<unknown>): Promise<ApiError> => {
  const problem = await attempt.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(problem instanceof ApiError)) throw new Error('the call did not fail as an ApiError');
  return problem;
};

test('a call sends cookies and its body as JSON, and answers the parsed reply', async () => {
  const api = fakeApi({ 'POST /api/auth/login': { body: { authToken: 't' } } });
  expect(await login()).toEqual({ authToken: 't' });
  const [received] = api.received('POST /api/auth/login');
  expect(received?.body).toEqual(body);
  expect(received?.credentials).toBe('include');
  expect(received?.headers.get('content-type')).toBe('application/json');
});

test('sends no content type without a body, and no bearer without a stored token', async () => {
  const api = fakeApi({ 'GET /api/auth/status': { body: {} } });
  await call(authEndpoints.status, {});
  const [received] = api.received('GET /api/auth/status');
  expect(received?.headers.has('content-type')).toBe(false);
  expect(received?.headers.has('authorization')).toBe(false);
});

test('the stored token goes along as bearer', async () => {
  localStorage.setItem('authToken', 'abc');
  const api = fakeApi({ 'GET /api/auth/status': { body: {} } });
  await call(authEndpoints.status, {});
  expect(api.received('GET /api/auth/status')[0]?.headers.get('authorization')).toBe('Bearer abc');
});

test('parameters and query go into the path', async () => {
  const api = fakeApi({ 'DELETE /api/configurations/7': {}, 'GET /api/activity-logs': { body: [] } });
  await call(automationEndpoints.remove, { params: { id: '7' } });
  await call(activityEndpoints.list, { query: { limit: 8 } });
  expect(api.received('DELETE /api/configurations/7')).toHaveLength(1);
  expect(api.received('GET /api/activity-logs')[0]?.path).toBe('/api/activity-logs?limit=8');
});

test('a page carries the cursor of the next one, the last page none', async () => {
  fakeApi({
    'GET /api/activity-logs': ({ path }) =>
      path.includes('cursor') ? { body: [2] } : { body: [1], headers: { 'x-next-cursor': 'abc' } },
  });
  expect((await callPage(activityEndpoints.list, {})).nextCursor).toBe('abc');
  expect((await callPage(activityEndpoints.list, { query: { cursor: 'abc' } })).nextCursor).toBeNull();
});

test.each([
  ['the message of a JSON body', { status: 409, body: { message: 'Taken' } }, 'Taken'],
  ['the text of a body that is not JSON', { status: 502, body: 'upstream is down' }, 'upstream is down'],
  [
    'the status text when there is no text',
    { status: 502, statusText: 'Bad Gateway', body: '' },
    'Bad Gateway',
  ],
  [
    'the status text instead of a page of markup',
    { status: 502, statusText: 'Bad Gateway', body: '<html>' },
    'Bad Gateway',
  ],
  [
    'the status when JSON says nothing',
    { status: 418, statusText: 'Teapot', body: {} },
    'Request failed with status 418',
  ],
  ['the status when nothing is said at all', { status: 500, body: '' }, 'Request failed with status 500'],
])('a failure says %s', async (_name, answer, message) => {
  fakeApi({ 'POST /api/auth/login': answer });
  const error = await toFailure(login());
  expect(error.message).toBe(message);
  expect(error.status).toBe(answer.status);
});

test('a failure carries status, status text and the parsed body', async () => {
  const reply = { code: 'validation_failed', message: 'No', errors: { email: 'Wrong' } };
  fakeApi({ 'POST /api/auth/login': { status: 400, statusText: 'Bad Request', body: reply } });
  const error = await toFailure(login());
  expect(error).toMatchObject({
    status: 400,
    statusText: 'Bad Request',
    body: reply,
    code: 'validation_failed',
  });
});

test('a call without a network fails with status 0 and Network Error', async () => {
  fakeApi({ 'POST /api/auth/login': 'unreachable' });
  const error = await toFailure(login());
  expect(error).toMatchObject({ status: 0, statusText: 'Network Error', body: { success: false } });
  expect(error.message).toBe('Network error. Please check your connection and try again.');
});

test('a call without an answer in time fails with Request Timeout', async () => {
  fakeApi({ 'POST /api/auth/login': 'silent' });
  const error = await toFailure(call(authEndpoints.login, { body }, { timeoutMs: 5 }));
  expect(error).toMatchObject({ status: 0, statusText: 'Request Timeout' });
});

test('the global handler hears of every failure, and whether it shows it', async () => {
  const handler = vi.fn();
  handleFailures(handler);
  fakeApi({ 'POST /api/auth/login': { status: 503, body: {} } });
  await toFailure(call(authEndpoints.login, { body }, { showsFailure: true }));
  await toFailure(login());
  expect(handler.mock.calls.map(([error, { showsFailure }]) => [error.status, showsFailure])).toEqual([
    [503, true],
    [503, false],
  ]);
});

test('a call that its caller gives up is no failure to report', async () => {
  const handler = vi.fn();
  handleFailures(handler);
  fakeApi({ 'POST /api/auth/login': 'silent' });
  const control = new AbortController();
  const attempt = call(authEndpoints.login, { body }, { signal: control.signal });
  control.abort();
  await expect(attempt).rejects.toThrow();
  expect(handler).not.toHaveBeenCalled();
});
