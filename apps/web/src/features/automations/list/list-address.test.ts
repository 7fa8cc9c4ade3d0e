import { expect, test } from 'vitest';
import { toListSearch, toListView } from './list-address.ts';
import { listSearch } from './list-search.ts';
import { unfiltered } from './list-view.ts';

const view = {
  layout: 'one-by-one',
  search: 'plant b',
  filter: 'paused',
  order: 'name',
  cause: 'target_sheet_gone:102',
  isOpen: { '101/1011': true, '103/1031': false },
  isWhole: { '101/1011': true },
} as const;

test('a view comes back from its address as it was', () => {
  expect(toListView(toListSearch(view))).toEqual(view);
  expect(toListSearch({ layout: 'by-source', ...unfiltered })).toEqual({ by: 'source' });
});

test('drops unknown parameters', () => {
  expect(listSearch({ q: 2026, state: 'gone', by: 'moon', order: 'random', open: ['x'], other: 1 })).toEqual({
    q: '2026',
  });
  expect(listSearch({ q: 'x'.repeat(500) }).q).toHaveLength(200);
});

test('an address without a layout leaves it to the browser', () => {
  localStorage.setItem('automationsLayout', 'one-by-one');
  expect(toListView({}).layout).toBe('one-by-one');
  localStorage.removeItem('automationsLayout');
  expect(toListView({})).toEqual({ layout: 'by-source', ...unfiltered });
});
