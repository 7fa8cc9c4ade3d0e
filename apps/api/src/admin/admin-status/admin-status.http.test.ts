import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let api: TestApp;
let headers: Record<string, string>;
let adminId: string;
const begin = new Date('2026-11-27T14:33:05Z');
const ago = (minutes: number) => new Date(begin.getTime() - minutes * 60_000);
beforeAll(async () => {
  api = await testApp();
});
beforeEach(async () => {
  api.clock.at = begin;
  ({ headers, userId: adminId } = await api.signIn({ role: 'admin' }));
  await api.db.statusIncident.deleteMany();
  await api.db.statusPart.deleteMany();
});
afterAll(() => api.close());

const url = '/api/admin/status';
const read = async () => (await api.app.inject({ url, headers })).json();
const post = (path: string, payload?: object) =>
  api.app.inject({
    method: 'POST',
    url: `${url}/incidents${path}`,
    headers,
    ...(payload && { payload }),
  });
const opening = { title: 'Mails are late', parts: ['mail'], text: 'We look into it.' };
const measuredIncident = () =>
  api.db.statusIncident.create({
    data: { title: 'Checks run late', parts: ['checks'], isMeasured: true, startedAt: ago(8) },
  });
const part = (more: object) =>
  api.db.statusPart.create({
    data: { part: 'checks', isDisturbed: true, since: ago(8), measuredAt: ago(1), ...more },
  });

test('administrators alone see the section and publish, with a recent sign-in', async () => {
  const { headers: stranger } = await api.signIn();
  expect((await api.app.inject({ url, headers: stranger })).statusCode).toBe(403);
  for (const path of ['', `/${adminId}/entries`, `/${adminId}/end`]) {
    const call = { method: 'POST', url: `${url}/incidents${path}`, payload: opening } as const;
    expect((await api.app.inject({ ...call, headers: stranger })).statusCode).toBeGreaterThanOrEqual(400);
    expect(
      (await api.app.inject({ ...call, headers: { ...headers, origin: 'https://other.example' } })).json()
        .code,
    ).toBe('cross_origin');
  }
  api.clock.at = new Date(begin.getTime() + 3_600_000);
  expect((await post('', opening)).json().code).toBe('proof_required');
  expect(await api.db.statusIncident.count()).toBe(0);
});

test('an incident is opened by hand, gets words, and is ended, each on the audit trail', async () => {
  expect((await post('', opening)).json().message).toBe('Everybody can read it.');
  const [{ id }] = (await read()).incidents;
  api.clock.at = new Date(begin.getTime() + 60_000);
  await post(`/${id}/entries`, { text: 'The provider is slow.' });
  api.clock.at = new Date(begin.getTime() + 120_000);
  expect((await post(`/${id}/end`)).json().message).toBe('Everybody can read that it is over.');
  expect((await post(`/${id}/end`)).json().message).toBe('It is over already.');
  api.clock.at = new Date(begin.getTime() + 180_000);
  await post(`/${id}/entries`, { text: 'No mail was lost.' });
  expect((await read()).incidents).toMatchObject([
    {
      title: 'Mails were late',
      parts: ['mail'],
      isMeasured: false,
      startedAt: begin.toISOString(),
      endedAt: '2026-11-27T14:35:05.000Z',
      entries: [
        { text: 'No mail was lost.' },
        { text: 'This is over.' },
        { text: 'The provider is slow.' },
        { text: 'We look into it.', isMeasured: false },
      ],
    },
  ]);
  const trail = await api.db.auditEvent.findMany({ where: { actorId: adminId }, orderBy: { at: 'asc' } });
  expect(trail.map(({ action, details }) => [action, details])).toEqual([
    ['incident_opened', { name: 'Mails are late', reason: 'We look into it.' }],
    ['incident_words_added', { name: 'Mails are late', reason: 'The provider is slow.' }],
    ['incident_ended', { name: 'Mails are late' }],
    ['incident_words_added', { name: 'Mails are late', reason: 'No mail was lost.' }],
  ]);
});

test('an incident goes on while the measurement sees it, and ends by hand after that', async () => {
  const { id } = await measuredIncident();
  await part({});
  expect((await post(`/${id}/end`)).json().code).toBe('incident_goes_on');
  expect((await read()).parts).toMatchObject([{ part: 'checks', state: 'disturbed' }]);
  await api.db.statusPart.updateMany({ data: { isDisturbed: false } });
  expect((await post(`/${id}/end`)).statusCode).toBe(200);
  expect(await api.db.statusIncident.findFirst()).toMatchObject({ endedAt: begin });
});

test('a part that was not measured for some minutes is unknown, and holds no incident open', async () => {
  const { id } = await measuredIncident();
  await part({ measuredAt: ago(6) });
  expect(await read()).toMatchObject({
    measuredAt: ago(6).toISOString(),
    parts: [{ part: 'checks', state: 'unknown', since: ago(6).toISOString() }],
  });
  expect((await post(`/${id}/end`)).statusCode).toBe(200);
});

test('there is nothing to add to or to end where there is no incident', async () => {
  const nobody = '0198f5a0-0000-7000-8000-000000000001';
  expect((await post(`/${nobody}/entries`, { text: 'Words' })).statusCode).toBe(404);
  expect((await post(`/${nobody}/end`)).statusCode).toBe(404);
  expect(await api.db.auditEvent.count({ where: { actorId: adminId } })).toBe(0);
});

test.each([
  [{ title: ' ' }, 'title', 'Please give it a title'],
  [{ parts: [] }, 'parts', 'Please choose at least one part'],
  [{ parts: ['mail', 'mail'] }, 'parts', 'Please choose each part once'],
  [{ text: '' }, 'text', 'Please say what people should know'],
  [{ text: 'two\nlines' }, 'text', 'Please write it on one line'],
])('refuses %o at its field', async (wrong, field, message) => {
  const answer = await post('', { ...opening, ...wrong });
  expect([answer.statusCode, answer.json().errors]).toEqual([400, { [field]: message }]);
});
