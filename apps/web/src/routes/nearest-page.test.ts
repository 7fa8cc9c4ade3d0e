import { expect, test } from 'vitest';
import { nearestPage } from './nearest-page.ts';

test.each([
  ['/dashbord', '/dashboard'],
  ['/Setings', '/settings'],
  ['/configuration', '/configurations'],
  ['/halp', '/help'],
  ['/nowhere', null],
  ['/', null],
  [`/${'a'.repeat(5000)}`, null],
])('of %.20s the nearest page is %s', (path, page) => expect(nearestPage(path)).toBe(page));
