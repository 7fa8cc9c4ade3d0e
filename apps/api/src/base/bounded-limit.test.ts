import { expect, test } from 'vitest';
import { createBoundedLimit } from './bounded-limit.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

function blocked() {
  const done: (() => void)[] = [];
  let running = 0;
  const work = () =>
    new Promise<void>((resolve) => {
      running += 1;
      done.push(() => {
        running -= 1;
        resolve();
      });
    });
  return { work, running: () => running, finishOne: () => done.shift()?.() };
}

test('runs no more at once than allowed, and then the next in line', async () => {
  const limit = createBoundedLimit({ atOnce: 2, waiting: 10 });
  const jobs = blocked();
  const all = [1, 2, 3, 4].map(() => limit(jobs.work));
  await settled();
  expect(jobs.running()).toBe(2);
  for (let left = 4; left > 0; left -= 1) {
    jobs.finishOne();
    await settled();
    expect(jobs.running()).toBe(Math.min(2, left - 1));
  }
  await Promise.all(all);
});

test('refuses at once when the line is full', async () => {
  const limit = createBoundedLimit({ atOnce: 1, waiting: 1 });
  const jobs = blocked();
  const first = limit(jobs.work);
  const second = limit(jobs.work);
  await expect(limit(jobs.work)).rejects.toMatchObject({ code: 'unavailable' });
  jobs.finishOne();
  await first;
  await settled();
  jobs.finishOne();
  await second;
});

test('work that fails gives its place to the next', async () => {
  const limit = createBoundedLimit({ atOnce: 1, waiting: 1 });
  await expect(limit(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(limit(async () => 'fine')).resolves.toBe('fine');
});
