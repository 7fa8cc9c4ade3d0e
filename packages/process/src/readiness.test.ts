import { expect, test } from 'vitest';
import { createReadiness } from './readiness.ts';

/** A readiness whose parts fail as the test says, and what it has logged. */
function createTested({ cacheMs = 0, startMs = 0 } = {}) {
  const failing = new Map<'database' | 'queue', Error>();
  const lines: [string, object][] = [];
  let checks = 0;
  const log = {
    info: (fields: object, message: string) => void lines.push([message, fields]),
    warn: (fields: object, message: string) => void lines.push([message, fields]),
  };
  const check = async () => {
    checks += 1;
    return new Map(failing);
  };
  const parts = ['database', 'queue'] as const;
  const isUnfit = (found: ReadonlyMap<string, Error>) => found.has('queue');
  const readiness = createReadiness({ parts, check, log: log as never, isUnfit, cacheMs, startMs });
  return { readiness, failing, lines, checks: () => checks };
}

test('a process is ready when no part fails, and names those that do', async () => {
  const { readiness, failing } = createTested();
  expect(await readiness.read()).toEqual({ status: 'ready', parts: { database: 'ok', queue: 'ok' } });
  failing.set('queue', new Error('gone'));
  expect(await readiness.read()).toEqual({
    status: 'unavailable',
    parts: { database: 'ok', queue: 'failing' },
  });
});

test('a part is logged when it begins to fail and when it works again, not each time', async () => {
  const { readiness, failing, lines } = createTested();
  const err = new Error('gone');
  failing.set('database', err);
  await readiness.read();
  await readiness.read();
  failing.clear();
  await readiness.read();
  expect(lines).toEqual([
    ['a part fails', { part: 'database', err }],
    ['a part works again', { part: 'database' }],
  ]);
});

test('a part that is not open while the process starts is not logged, and one that fails afterwards is', async () => {
  const { readiness, failing, lines } = createTested({ startMs: 60_000 });
  const err = new Error('gone');
  failing.set('queue', err);
  expect(await readiness.read()).toMatchObject({ status: 'unavailable' });
  failing.clear();
  await readiness.read();
  expect(lines).toEqual([]);
  failing.set('queue', err);
  await readiness.read();
  expect(lines).toEqual([['a part fails', { part: 'queue', err }]]);
});

test('the parts are checked once for all who ask within some seconds', async () => {
  const { readiness, checks } = createTested({ cacheMs: 60_000 });
  await Promise.all([readiness.read(), readiness.read()]);
  await readiness.read();
  expect(checks()).toBe(1);
});

test('a process that is stopping is not ready, whatever its parts are', async () => {
  const { readiness } = createTested();
  readiness.stop();
  expect(await readiness.read()).toMatchObject({ status: 'stopping', parts: { database: 'ok' } });
});

test('requests are sent to a process once it was looked at, until it stops, and whatever fails for all', async () => {
  const { readiness, failing } = createTested();
  expect(readiness.takesRequests()).toBe(false);
  await readiness.read();
  expect(readiness.takesRequests()).toBe(true);
  failing.set('database', new Error('gone'));
  await readiness.read();
  expect(readiness.takesRequests()).toBe(true);
  failing.set('queue', new Error('of this process'));
  await readiness.read();
  expect(readiness.takesRequests()).toBe(false);
  failing.clear();
  // Nobody has to read it: to be asked is enough.
  await expect.poll(() => readiness.takesRequests()).toBe(true);
  readiness.stop();
  expect(readiness.takesRequests()).toBe(false);
});
