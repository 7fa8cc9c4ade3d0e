import { expect, it } from 'vitest';
import { eachPage } from './pages.ts';

const collect = async (lists: string[][], options: { last?: string[]; maxPages?: number } = {}) => {
  const asked: number[] = [];
  const pages = eachPage({
    operation: 'webhooks.list',
    pageSize: 2,
    maxPages: options.maxPages ?? 10,
    load: async (page) => {
      asked.push(page);
      return (lists[page - 1] ?? options.last ?? []).map((id) => ({ id }));
    },
  });
  const ids: string[] = [];
  for await (const page of pages) ids.push(...page.map(({ id }) => id));
  return { ids, asked };
};

it('stops at a short page', async () => {
  expect(await collect([['a', 'b'], ['c']])).toEqual({ ids: ['a', 'b', 'c'], asked: [1, 2] });
});

it('stops at an empty page', async () => {
  expect(await collect([['a', 'b']])).toEqual({ ids: ['a', 'b'], asked: [1, 2] });
});

it('stops when the provider answers its last page again', async () => {
  expect(await collect([['a', 'b']], { last: ['a', 'b'] })).toEqual({ ids: ['a', 'b'], asked: [1, 2] });
});

it('does not go on for ever', async () => {
  const endless = Array.from({ length: 9 }, (_, page) => [`${page}-1`, `${page}-2`]);
  await expect(collect(endless, { maxPages: 3 })).rejects.toMatchObject({
    class: 'bug',
    reason: 'bad_reply',
  });
});
