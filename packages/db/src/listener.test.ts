import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openListener } from './listener.ts';
import { openSilencingProxy, testDatabase } from './testing.ts';

const db = await testDatabase();
afterAll(db.close);

/** A machine under load answers late, and is not silent for that. */
const patient = { answerTimeoutMs: 60_000, pingEveryMs: 50 };
const impatient = { answerTimeoutMs: 500, pingEveryMs: 50 };

function listenOn(url: string, times = patient) {
  const heard: string[] = [];
  const positions: number[] = [];
  const counts = { begun: 0, errors: 0 };
  const listener = openListener({
    url,
    channel: 'news',
    onNotification: (payload) => heard.push(payload),
    onListening: () => {
      counts.begun += 1;
    },
    onPosition: ({ ended }) => positions.push(ended),
    onError: () => {
      counts.errors += 1;
    },
    ...times,
  });
  onTestFinished(listener.close);
  return { listener, heard, positions, counts };
}

const announce = (payload: string) => db.prisma.$executeRaw`SELECT pg_notify('news', ${payload})`;

test('the listener hears announcements in order, as the role of a running process', async () => {
  const { heard, counts } = listenOn(db.runtimeUrl);
  await expect.poll(() => counts.begun).toBe(1);
  await announce('first');
  await announce('second');
  await expect.poll(() => heard).toEqual(['first', 'second']);
});

test('the listener does not hear announcements that are rolled back', async () => {
  const { heard, counts } = listenOn(db.url);
  await expect.poll(() => counts.begun).toBe(1);
  const given = db.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_notify('news', 'never')`;
    throw new Error('no');
  });
  await expect(given).rejects.toThrow('no');
  await announce('kept');
  await expect.poll(() => heard).toEqual(['kept']);
});

test('a position is reached when all that ended before it has been heard', async () => {
  const { heard, positions, counts } = listenOn(db.runtimeUrl);
  await expect.poll(() => counts.begun).toBe(1);
  const own = await db.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_notify('news', 'first')`;
    const [{ id }] = await tx.$queryRaw<[{ id: string }]>`SELECT pg_current_xact_id()::text AS id`;
    return Number(id);
  });
  await expect.poll(() => positions.at(-1)).toBeGreaterThan(own);
  expect(heard).toEqual(['first']);
});

test('a connection that is terminated is replaced, and says so', async () => {
  const { heard, counts } = listenOn(db.url);
  await expect.poll(() => counts.begun).toBe(1);
  await db.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'picksync-listener' AND datname = current_database()`,
  );
  await expect.poll(() => counts.begun).toBe(2);
  expect(counts.errors).toBeGreaterThan(0);
  await announce('after');
  await expect.poll(() => heard).toEqual(['after']);
});

test('a connection that stands and says nothing any more is replaced', async () => {
  const proxy = await openSilencingProxy(db.url);
  onTestFinished(proxy.close);
  const { heard, counts } = listenOn(proxy.url, impatient);
  await expect.poll(() => counts.begun).toBeGreaterThan(0);
  const before = counts.begun;
  proxy.silence();
  await expect.poll(() => counts.begun).toBeGreaterThan(before);
  // Said again, because so little patience may replace a connection that was only slow.
  const hears = async () => {
    await announce('after');
    return heard;
  };
  await expect.poll(hears).toContain('after');
});

test('a closed listener hears nothing and makes no connection', async () => {
  const { listener, heard, counts } = listenOn(db.url);
  await expect.poll(() => counts.begun).toBe(1);
  await listener.close();
  await announce('late');
  const { rows } = await db.pool.query(
    `SELECT count(*)::int AS left FROM pg_stat_activity
     WHERE application_name = 'picksync-listener' AND datname = current_database() AND state = 'active'`,
  );
  expect([heard, rows[0].left, counts.begun]).toEqual([[], 0, 1]);
});
