import { expect, test } from 'vitest';
import { createUserLimit } from './bounded-limit.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A limit of four at once and two of a user, and who is being served. */
function crowded() {
  const limit = createUserLimit({ atOnce: 4, waiting: 1, ofUser: { atOnce: 2, waiting: 2 } });
  const serving: { userId: string; finish: () => void }[] = [];
  const request = (userId: string) =>
    limit(userId, () => new Promise<void>((resolve) => serving.push({ userId, finish: resolve })));
  return { request, serving, served: () => serving.map(({ userId }) => userId) };
}

test('a user with many requests is served beside the others, not before them', async () => {
  const { request, serving, served } = crowded();
  const greedy = [1, 2, 3, 4].map(() => request('greedy'));
  await expect(request('greedy')).rejects.toMatchObject({ code: 'unavailable' });
  const other = request('other');
  await settled();
  expect(served()).toEqual(['greedy', 'greedy', 'other']);
  for (let done = 0; done < 5; done += 1) {
    serving[done]?.finish();
    await settled();
  }
  await Promise.all([...greedy, other]);
  const again = request('greedy');
  await settled();
  serving.at(-1)?.finish();
  await again;
});

test('limits all users together as well, and a refusal takes no place', async () => {
  const { request, serving } = crowded();
  const asked = ['a', 'a', 'b', 'b', 'c'].map(request);
  await settled();
  await expect(request('d')).rejects.toMatchObject({ code: 'unavailable' });
  for (let done = 0; done < 5; done += 1) {
    serving[done]?.finish();
    await settled();
  }
  await Promise.all(asked);
});
