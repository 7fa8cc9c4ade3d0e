import { expect, test } from 'vitest';
import { toListView } from '../list/list-address.ts';
import { describeView, findNamed, isSameView, toSavedSearch } from './saved-views.ts';

const view = (name: string) => ({ id: name, name, search: {}, isDefault: false, createdAt: '' });

test('a view is saved as its address says it, unless it shows a cause', () => {
  const search = { q: 'plant b', state: 'paused', by: 'source', order: 'name', open: '1/2' } as const;
  expect(toSavedSearch(toListView(search))).toEqual(search);
  expect(toSavedSearch(toListView({ cause: 'plan' }))).toBeNull();
});

test('open groups do not make another view', () => {
  expect(isSameView({ q: 'a', by: 'one', open: '1/2' }, { q: 'a', by: 'one' })).toBe(true);
  expect(isSameView({ q: 'a', by: 'one' }, { q: 'a', by: 'source' })).toBe(false);
});

test('a view is found by its name in whatever letters', () => {
  expect(findNamed([view('Plant B')], ' plant b ')?.name).toBe('Plant B');
  expect(findNamed([view('Plant B')], 'plant')).toBeUndefined();
});

test.each([
  [{ q: 'plant b', state: 'needs-you', by: 'source' }, '“plant b”, what needs you, by source, newest first'],
  [{ state: 'paused', order: 'name' }, 'What is paused, by name'],
  [{}, 'Newest first'],
] as const)('the view %j is described as %s', (search, text) => {
  expect(describeView({ search })).toBe(text);
});
