import { describe, expect, test } from 'vitest';
import type { SheetSummary } from './contract.ts';
import { linkTo, parseRoute } from './route.ts';
import { groupSheets } from './sheet-groups.ts';

describe('addresses of the page', () => {
  test.each([
    ['', { page: 'sheets', id: null }],
    ['#/sheets/5834215834215834', { page: 'sheets', id: '5834215834215834' }],
    ['#/inbox', { page: 'inbox', id: null }],
    ['#/elsewhere/1', { page: 'sheets', id: null }],
  ])('%s leads to %o', (hash, route) => {
    expect(parseRoute(hash)).toEqual(route);
  });

  test('are parsed as they were built', () => {
    expect(parseRoute(linkTo('inbox', 'a/b c'))).toEqual({ page: 'inbox', id: 'a/b c' });
  });
});

describe('the list of sheets', () => {
  const sheet = (name: string): SheetSummary => ({
    id: name,
    name,
    owner: '',
    shares: [],
    rows: 0,
    version: 1,
    place: null,
  });

  test('groups a long numbered series', () => {
    const sites = Array.from({ length: 20 }, (_, n) => sheet(`Site ${n + 1}`));
    const { single, series } = groupSheets([sheet('Clients'), ...sites, sheet('Time sheet 2026')]);
    expect(single.map(({ name }) => name)).toEqual(['Clients', 'Time sheet 2026']);
    expect(series).toEqual([{ name: 'Site …', sheets: sites }]);
  });
});
