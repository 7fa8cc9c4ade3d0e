import { isPagePath, pagePaths, publicPagePaths } from '@picksync/contracts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createAppRouter } from '../router.tsx';

test('the server knows every page of the router, and no other address', () => {
  const { routesByPath } = createAppRouter(new QueryClient());
  expect([...pagePaths].sort()).toEqual(Object.keys(routesByPath).sort());
});

test.each([
  ['/', true],
  ['/help/', true],
  ['/automations/0198f5a0-0000-7000-8000-000000000031/review', true],
  ['/automations/0198f5a0-0000-7000-8000-000000000031/restore/0198f5a0-0000-7000-8000-000000000032', true],
  ['/rules/0198f5a0-0000-7000-8000-000000000061', true],
  ['/email-verified/error/expired_token', true],
  ['/dashbord', false],
  ['/admin/users/more', false],
  ['/automations/', false],
  ['//', false],
])('the address %s is a page: %s', (path, isPage) => {
  expect(isPagePath(path)).toBe(isPage);
});

test('search engines are offered pages only that are there', () => {
  expect(publicPagePaths.filter((path) => !pagePaths.includes(path))).toEqual([]);
});
