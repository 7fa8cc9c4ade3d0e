import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type EventReader, readEvents } from '../../testing/read-events.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let api: TestApp;
let headers: Record<string, string>;
let adminId: string;
beforeAll(async () => {
  api = await testApp();
  ({ headers, userId: adminId } = await api.signIn({ role: 'admin' }));
  await api.app.listen({ port: 0 });
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.at = new Date('2026-11-28T05:00:00Z');
  await api.db.session.updateMany({ data: { provenAt: api.clock.at } });
  await api.db.maintenanceWindow.deleteMany();
  await api.db.auditEvent.deleteMany();
  await api.db.$executeRaw`DELETE FROM pgboss.job WHERE name = 'sweep'`;
  await api.context.maintenance.load();
});

const post = async (path: string, payload?: object) =>
  (
    await api.app.inject({
      method: 'POST',
      url: `/api/admin/maintenance${path}`,
      headers,
      ...(payload && { payload }),
    })
  ).json();
const shown = async () => (await api.app.inject({ url: '/api/admin/maintenance', headers })).json().window;
const status = async () => (await api.app.inject({ url: '/api/auth/status', headers })).json().maintenance;
/** What the administrator did by the audit log, sorted. */
const audited = async () => {
  const events = await api.db.auditEvent.findMany({ where: { actorId: adminId } });
  return events.map(({ action, details }) => [action, Object(details).name].join(' ').trim()).sort();
};
/** The administrator proves again who they are. */
const passMinutes = async (minutes: number) => {
  api.clock.at = new Date(api.clock.at.getTime() + minutes * 60_000);
  await api.db.session.updateMany({ data: { provenAt: api.clock.at } });
};

const sixToTwenty = { from: '2026-11-28T06:00:00Z', to: '2026-11-28T06:20:00Z' };
const announced = {
  startsAt: '2026-11-28T06:00:00.000Z',
  endsAt: '2026-11-28T06:20:00.000Z',
  nextWordAt: null,
  endedAt: null,
  checkedAt: null,
};

test('nothing stands in any answer when there is no maintenance', async () => {
  expect(await shown()).toBeNull();
  expect(await status()).toBeUndefined();
});

test('a window is announced, changed, begins by itself, takes longer, and ends with a sweep', async () => {
  await post('', { ...sixToTwenty, to: '2026-11-28T07:00:00Z' });
  expect((await post('', sixToTwenty)).message).toBe('Announced. It begins by itself.');
  expect(await shown()).toEqual(announced);
  expect(await status()).toEqual(announced);

  await passMinutes(61);
  expect((await post('', sixToTwenty)).errors).toEqual({ from: expect.stringContaining('over') });
  expect((await post('', { from: '2026-11-28T08:00:00Z', to: '2026-11-28T09:00:00Z' })).errors).toEqual({
    from: 'A maintenance is on. Say first that it is over',
  });
  expect((await post('/begin', { to: '2026-11-28T06:40:00Z' })).message).toBe('The new end is announced.');
  expect(await shown()).toEqual({ ...announced, nextWordAt: '2026-11-28T06:40:00.000Z' });
  await post('/begin', { to: '2026-11-28T06:10:00Z' });
  expect(await shown()).toEqual({ ...announced, endsAt: '2026-11-28T06:10:00.000Z' });

  await passMinutes(4);
  expect((await post('/end')).message).toBe('It is over. All lists are checked now.');
  expect(await shown()).toMatchObject({ endedAt: '2026-11-28T06:05:00.000Z' });
  expect(await api.waitingJobs('sweep')).toEqual([{}]);
  expect(await audited()).toEqual([
    'maintenance_announced 2026-11-28 06:00 to 2026-11-28 06:20 UTC',
    'maintenance_announced 2026-11-28 06:00 to 2026-11-28 07:00 UTC',
    'maintenance_begun 2026-11-28 06:01 to 2026-11-28 06:10 UTC',
    'maintenance_begun 2026-11-28 06:01 to 2026-11-28 06:40 UTC',
    'maintenance_ended',
  ]);

  await passMinutes(61);
  expect(await shown()).toBeNull();
  expect(await status()).toBeUndefined();
  expect(await post('/end')).toMatchObject({ code: 'not_found' });
});

test('an announced window is begun at once, or withdrawn as if it had never been', async () => {
  await post('', sixToTwenty);
  expect((await post('/begin', { to: '2026-11-28T05:30:00Z' })).message).toMatch(/^It has begun/);
  expect(await shown()).toEqual({
    ...announced,
    startsAt: '2026-11-28T05:00:00.000Z',
    endsAt: '2026-11-28T05:30:00.000Z',
  });
  await passMinutes(1);
  await post('/end');
  await api.db.$executeRaw`DELETE FROM pgboss.job WHERE name = 'sweep'`;
  await post('', sixToTwenty);
  expect((await post('/end')).message).toBe('Withdrawn.');
  expect(await api.waitingJobs('sweep')).toEqual([]);
});

test.each([
  [
    '',
    { from: '2026-11-28T04:00:00Z', to: '2026-11-28T06:00:00Z' },
    { from: 'This time is over. Begin now, or choose a later one' },
  ],
  ['', { from: '2026-11-28T06:00:00Z', to: '2026-11-28T06:00:00Z' }, { to: 'It ends after it begins' }],
  ['', { from: '2026-11-28T06:00:00Z', to: '2026-11-28T18:01:00Z' }, { to: 'Please plan 12 hours at most' }],
  ['', { from: 'soon', to: '2026-11-28T18:01:00Z' }, { from: 'Please say when it begins' }],
  ['/begin', { to: '2026-11-28T05:00:00Z' }, { to: 'This time is over' }],
  ['/begin', {}, { to: 'Please say when it is to end' }],
])('POST %s of %j is answered %j', async (path, body, errors) => {
  expect(await post(path, body)).toMatchObject({ code: 'validation_failed', errors });
  expect(await shown()).toBeNull();
  expect(await audited()).toEqual([]);
});

test('two administrators who begin at once begin one window', async () => {
  const to = '2026-11-28T05:30:00Z';
  await Promise.all([1, 2, 3, 4].map(() => post('/begin', { to })));
  expect(await api.db.maintenanceWindow.count()).toBe(1);
});

/** What a stream has said of the maintenance, oldest first. */
const maintenances = (stream: EventReader) =>
  [...stream.text().matchAll(/^event: maintenance\ndata: (.*)$/gm)].map(
    ([, data]) => JSON.parse(data ?? '').window,
  );

test('another process follows within a moment, and tells its open pages', async () => {
  const other = await testApp({ beside: api });
  const address = await other.app.listen({ port: 0 });
  const { headers: user } = await other.signIn();
  const stream = await readEvents(`${address}/api/events`, user);
  try {
    other.clock.at = api.clock.at;
    await expect.poll(() => maintenances(stream)).toContain(undefined);
    await post('/begin', { to: '2026-11-28T05:30:00Z' });
    await expect.poll(() => other.context.maintenance.isOn()).toBe(true);
    await expect.poll(() => maintenances(stream).at(-1)).toMatchObject({ endedAt: null });
    await passMinutes(5);
    await post('/end');
    await expect.poll(() => other.context.maintenance.isOn()).toBe(false);
    await expect
      .poll(() => maintenances(stream).at(-1))
      .toMatchObject({ endedAt: '2026-11-28T05:05:00.000Z' });
  } finally {
    stream.close();
    await other.close();
  }
});
