import { expect, it } from 'vitest';
import { eachPage, type ListAnswer, type ListPage, type ListPlace } from './list-pages.ts';

type Answer = Partial<ListAnswer<string>>;

const answer = ({ items = [], ...envelope }: Answer): ListAnswer<string> => ({
  items,
  count: items.length,
  firstId: items[0] ?? null,
  pageSize: null,
  totalCount: null,
  lastKey: null,
  ...envelope,
});

/** Collects the pages of a list that answers these in order, and the last one again and again. */
const collect = async (
  answers: Answer[],
  {
    maxPages = 10,
    first = { from: 'page', page: 1, pageSize: 2 },
  }: { maxPages?: number; first?: ListPlace } = {},
) => {
  const asked: ListPlace[] = [];
  const load = async (place: ListPlace) => {
    asked.push(place);
    return answer(answers[asked.length - 1] ?? answers.at(-1) ?? {});
  };
  const pages: ListPage<string>[] = [];
  for await (const page of eachPage({ first, maxPages, load })) pages.push(page);
  const last = pages.at(-1);
  return {
    ids: pages.flatMap(({ items }) => items),
    asked: asked.map((place) => (place.from === 'page' ? place.page : place)),
    isWhole: last?.isWhole,
    hasMore: last?.hasMore,
  };
};

const whole: ListPlace = { from: 'start' };

it('stops at a short page', async () => {
  const found = await collect([{ items: ['a', 'b'] }, { items: ['c'] }]);
  expect(found).toEqual({ ids: ['a', 'b', 'c'], asked: [1, 2], isWhole: true, hasMore: false });
});

it('stops at an empty page', async () => {
  expect(await collect([{ items: ['a', 'b'] }, {}])).toMatchObject({ ids: ['a', 'b'], asked: [1, 2] });
});

it('stops when the last page comes again', async () => {
  const found = await collect([{ items: ['a', 'b'] }]);
  expect(found).toEqual({ ids: ['a', 'b'], asked: [1, 2], isWhole: true, hasMore: false });
});

it('goes on when pages are shorter than asked for', async () => {
  const first = { from: 'page', page: 1, pageSize: 1000 } as const;
  const found = await collect(
    [
      { items: ['a', 'b'], pageSize: 2 },
      { items: ['c'], pageSize: 2 },
    ],
    { first },
  );
  expect(found).toMatchObject({ ids: ['a', 'b', 'c'], asked: [1, 2], isWhole: true });
});

it('takes an answer to the whole list without a page size for all of it', async () => {
  const found = await collect([{ items: ['a', 'b', 'c'] }], { first: whole });
  expect(found).toEqual({ ids: ['a', 'b', 'c'], asked: [whole], isWhole: true, hasMore: false });
});

it('follows pages where the whole list was asked for and the total says more', async () => {
  const more = { pageSize: 2, totalCount: 3 };
  const found = await collect(
    [
      { items: ['a', 'b'], ...more },
      { items: ['c'], ...more },
    ],
    { first: whole },
  );
  expect(found).toEqual({ ids: ['a', 'b', 'c'], asked: [whole, 2], isWhole: true, hasMore: false });
});

it('follows the tokens of the next pages', async () => {
  const found = await collect(
    [{ items: ['a'], lastKey: 'k1' }, { items: [], lastKey: 'k2' }, { items: ['b'] }],
    {
      first: whole,
    },
  );
  const tokens = ['k1', 'k2'].map((lastKey) => ({ from: 'token', lastKey }));
  expect(found).toEqual({ ids: ['a', 'b'], asked: [whole, ...tokens], isWhole: true, hasMore: false });
});

it('says that a list is not whole when it ends before its total', async () => {
  const cut = { items: ['a', 'b'], pageSize: 2, totalCount: 5 };
  expect(await collect([cut], { first: whole })).toEqual({
    ids: ['a', 'b'],
    asked: [whole, 2],
    isWhole: false,
    hasMore: false,
  });
  expect(await collect([cut, { totalCount: 5 }], { first: whole })).toMatchObject({ isWhole: false });
});

it('says that a list is not whole when it has more pages than may be read', async () => {
  const endless = Array.from({ length: 9 }, (_, page) => ({ items: [`${page}-1`, `${page}-2`] }));
  expect(await collect(endless, { maxPages: 3 })).toMatchObject({
    asked: [1, 2, 3],
    isWhole: false,
    hasMore: true,
  });
  const tokens = Array.from({ length: 9 }, (_, page) => ({ items: [`${page}`], lastKey: `${page}` }));
  expect(await collect(tokens, { maxPages: 3 })).toMatchObject({ isWhole: false, hasMore: true });
});
