import type { Column, Sheet } from '@picksync/smartsheet-client';
import { describe, expect, test } from 'vitest';
import {
  countMatches,
  findLikelyPairs,
  isLikelyPair,
  isNamedAfter,
  type PairSheet,
  toPairSheet,
} from './likely-pairs.ts';
import { cell, choices, toRows } from './testing/rows.ts';

describe('a pair is likely', () => {
  test.each([
    ['an empty dropdown of the same name', true, 0, 0, true],
    ['an empty dropdown of another name', false, 0, 0, false],
    ['the same name and a third of the options', true, 6, 2, true],
    ['the same name and less than a third', true, 7, 2, false],
    ['the same name and no option in common', true, 4, 0, false],
    ['another name and half of the options', false, 4, 2, true],
    ['another name and less than half', false, 5, 2, false],
    ['another name and one option in common', false, 1, 1, false],
  ])('%s', (_what, hasSameName, optionCount, matchingCount, isLikely) => {
    expect(isLikelyPair({ hasSameName, optionCount, matchingCount })).toBe(isLikely);
  });
});

describe('a dropdown is named after a column', () => {
  test.each([
    ['Client', 'Client', 'Anything', false, true],
    ['client ', 'CLIENT-NAME', 'Anything', false, true],
    ['Clients', 'Client', 'Anything', false, true],
    ['Company', 'Companies', 'Anything', false, true],
    ['Client', 'Name', 'Clients', false, true],
    ['Client', 'No.', 'Client list', true, true],
    ['Client', 'City', 'Clients', false, false],
    ['Client', 'Client city', 'Clients', false, false],
    ['Address', 'Addres', 'Anything', false, false],
    ['Name', 'Title', 'Names', true, false],
    ['顧客', '顧客', 'Anything', false, true],
  ])('%s after %s of the sheet %s (first: %s)', (target, title, sheetName, isPrimary, isNamed) => {
    expect(isNamedAfter(target, { title, sheetName, isPrimary })).toBe(isNamed);
  });
});

type Given = { sources?: Record<string, string[]>; dropdowns?: Record<string, string[]> };

/** A sheet whose columns have their titles as ids; the first source is the sheet's first column. */
function sheet(name: string, { sources = {}, dropdowns = {} }: Given): PairSheet {
  return {
    sheetId: name,
    name,
    sources: Object.entries(sources).map(([title, texts], index) => ({
      columnId: title,
      title,
      isPrimary: index === 0,
      values: new Set(texts),
      isList: new Set(texts).size === texts.length,
    })),
    dropdowns: Object.entries(dropdowns).map(([title, options]) => ({ columnId: title, title, options })),
  };
}

const shown = async (sheets: PairSheet[]) =>
  (await findLikelyPairs(sheets))
    .filter(({ isBest }) => isBest)
    .map(
      ({ source, target, matchingCount, optionCount }) =>
        `${source.sheetId}.${source.columnId} > ${target.sheetId}.${target.columnId} ${matchingCount}/${optionCount}`,
    );

const clients = sheet('Clients', { sources: { 'Client name': ['Acme', 'Beta', 'Cedar', 'Delta'] } });

describe('likely pairs', () => {
  test('are found by options and by names, the surest first', async () => {
    expect(
      await shown([
        clients,
        sheet('Tickets', { dropdowns: { Customer: ['Acme', 'Beta', 'Cedar', 'x', 'y'] } }),
        sheet('Contracts', { dropdowns: { Client: [], Phase: ['Open', 'Done'] } }),
        sheet('Hours', { dropdowns: { Client: ['Acme', 'Beta', 'Cedar', 'Delta', 'x'] } }),
      ]),
    ).toEqual([
      'Clients.Client name > Hours.Client 4/5',
      'Clients.Client name > Contracts.Client 0/0',
      'Clients.Client name > Tickets.Customer 3/5',
    ]);
  });

  test('are of two sheets', async () => {
    const both = { sources: { Client: ['Acme', 'Beta'] }, dropdowns: { Client: ['Acme', 'Beta'] } };
    expect(await shown([sheet('Clients', both)])).toEqual([]);
  });

  test('take the sheet that is kept as a list, not the one that repeats it', async () => {
    const hours = sheet('Hours', { sources: { Client: ['Acme', 'Acme', 'Beta', 'Acme'] } });
    const target = sheet('Orders', { dropdowns: { Client: ['Acme', 'Beta'] } });
    expect(await shown([hours, clients, target])).toEqual(['Clients.Client name > Orders.Client 2/2']);
  });

  test('name for a dropdown the other sources that fit it too, eight at most', async () => {
    const copies = Array.from({ length: 9 }, (_, n) =>
      sheet(`Copy ${n}`, { sources: { Client: ['Acme', 'Beta'] } }),
    );
    const target = sheet('Orders', { dropdowns: { Client: ['Acme', 'Beta', 'Gone'] } });
    const found = await findLikelyPairs([...copies, clients, target]);
    expect(found.map(({ source, isBest }) => `${source.sheetId} ${isBest}`)).toEqual([
      'Copy 0 true',
      ...Array.from({ length: 7 }, (_, n) => `Copy ${n + 1} false`),
    ]);
  });

  test('are not made of numbers that stand everywhere', async () => {
    const parts = sheet('Parts', { sources: { 'Part no.': ['1', '2', '3', '4'] } });
    expect(await shown([parts, sheet('Survey', { dropdowns: { Stars: ['1', '2', '3'] } })])).toEqual([]);
  });

  test('are found among many wide sheets without a halt of everything else', async () => {
    const texts = Array.from({ length: 40 }, (_, n) => `Plant ${n}`);
    const titled = (what: string, count: number, of: string[]) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${what} ${n}`, of]));
    const sheets = Array.from({ length: 50 }, (_, n) =>
      sheet(`Sheet ${n}`, { sources: titled('Plant', 20, texts), dropdowns: titled('Where', 20, texts) }),
    );
    let turns = 0;
    let isOver = false;
    const takeTurns = async () => {
      for (; !isOver; turns += 1) await new Promise(setImmediate);
    };
    const others = takeTurns();
    expect((await findLikelyPairs(sheets)).filter(({ isBest }) => isBest)).toHaveLength(1_000);
    isOver = true;
    await others;
    expect(turns).toBeGreaterThanOrEqual(sheets.length);
  });
});

test('the options of each dropdown that are values of a source are counted', () => {
  const dropdowns = { Client: ['Acme', 'Beta', 'x', '1'], Phase: ['Open'], Empty: [] };
  const target = sheet('Orders', { dropdowns });
  const numbered = sheet('Clients', { sources: { Name: ['Acme', 'Beta', '1'] } });
  expect([...(countMatches(numbered, 'Name', target) ?? [])]).toEqual([
    ['Client', 2],
    ['Phase', 0],
    ['Empty', 0],
  ]);
  expect(countMatches(numbered, 'Other', target)).toBeNull();
});

describe('a sheet with its columns', () => {
  const column = (id: string, type: Column['type'], more: Partial<Column> = {}): Column => ({
    ...{ id, type, title: id, index: 0, primary: false, options: null, validation: null, hidden: false },
    ...{ locked: false, lockedForUser: false, symbol: null, systemColumnType: null, hasColumnFormula: false },
    ...more,
  });
  const read = (columns: Column[], rows: Sheet['rows']) =>
    toPairSheet({ id: '7', name: 'Staff', columns, rows } as Sheet, ({ id }) => id !== 'locked');

  test('texts and contacts are sources, and the dropdowns that may be filled are targets', () => {
    const found = read(
      [
        column('name', 'TEXT_NUMBER', { primary: true }),
        column('note', 'TEXT_NUMBER'),
        column('team', 'PICKLIST', { options: [' North  East', 'South'] }),
        column('locked', 'PICKLIST', { options: ['a'] }),
        column('no', 'TEXT_NUMBER', { systemColumnType: 'AUTO_NUMBER' }),
        column('day', 'DATE'),
      ],
      toRows(
        [cell('name', ' Ada  L.'), cell('note', 'same'), cell('no', '1'), cell('day', '2026-01-01')],
        [cell('name', 'Ben'), cell('note', 'same'), cell('no', '2'), choices('team', 'South')],
        [cell('name', '#REF'), cell('note', 'same')],
      ),
    );
    expect(found).toEqual({
      sheetId: '7',
      name: 'Staff',
      sources: [
        {
          columnId: 'name',
          title: 'name',
          isPrimary: true,
          isList: true,
          values: new Set(['Ada L.', 'Ben']),
        },
      ],
      dropdowns: [{ columnId: 'team', title: 'team', options: ['North East', 'South'] }],
    });
  });

  test('the first twenty dropdowns are targets', () => {
    const many = Array.from({ length: 30 }, (_, n) => column(`list ${n}`, 'PICKLIST'));
    expect(read(many, []).dropdowns.map(({ columnId }) => columnId)).toEqual(
      many.slice(0, 20).map(({ id }) => id),
    );
  });
});
