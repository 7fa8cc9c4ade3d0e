import { expect, test } from 'vitest';
import { createState } from '../../state/state.ts';
import type { Row, Sheet } from '../model.ts';
import { countRows, withRowsOnDemand } from './rows-on-demand.ts';
import { seed } from './seed.ts';

function longSheet() {
  const state = createState();
  seed(state, { now: () => new Date('2026-11-02T09:00:00Z') });
  const sheet = [...state.sheets.values()].find(({ name }) => name === 'Parts catalogue');
  if (!sheet) throw new Error('There is no long sheet');
  return sheet;
}

function makeSheet(makeRows: () => Row[]): Sheet {
  return withRowsOnDemand(longSheet(), { count: 2, makeRows });
}

const row = (id: number) => ({ id }) as Row;

test('rows are counted before they are made, and made once', () => {
  let made = 0;
  const sheet = makeSheet(() => {
    made += 1;
    return [row(1), row(2)];
  });
  expect([countRows(sheet), made]).toEqual([2, 0]);
  const { rows } = sheet;
  rows.push(row(3));
  expect(sheet.rows).toBe(rows);
  expect([countRows(sheet), made]).toEqual([3, 1]);
});

test('rows that are replaced before somebody read them are never made', () => {
  const sheet = makeSheet(() => {
    throw new Error('made');
  });
  sheet.rows = [row(1)];
  sheet.rows = [...sheet.rows, row(2), row(3)];
  expect([countRows(sheet), sheet.rows.length]).toEqual([3, 3]);
});

test('the long sheet of a new sandbox has as many rows as it says, and JSON contains them', () => {
  expect(countRows(longSheet())).toBe(20_000);
  const { rows }: Sheet = JSON.parse(JSON.stringify(longSheet()));
  expect(rows).toHaveLength(20_000);
  expect(rows).toEqual(longSheet().rows);
});
