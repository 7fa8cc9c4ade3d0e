import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Row, Sheet } from '../smartsheet/model.ts';
import { parseState, serializeState } from './serialize-state.ts';
import { createState, type State } from './state.ts';

function row(id: number): Row {
  return {
    id,
    expanded: true,
    createdAt: 1,
    modifiedAt: 1,
    createdBy: 1,
    modifiedBy: 1,
    cells: { 7: { value: 'before' } },
  };
}

let state: State;
let sheet: Sheet;
let changing: NodeJS.Immediate | undefined;
beforeEach(() => {
  sheet = {
    id: 1,
    name: 'Long',
    ownerId: 1,
    version: 1,
    revision: 1,
    createdAt: 1,
    modifiedAt: 1,
    columns: [],
    rows: Array.from({ length: 5000 }, (_, n) => row(n)),
    shares: {},
  };
  state = { ...createState(), sheets: new Map([[1, sheet]]) };
});
afterEach(() => clearImmediate(changing));

function change(text: string): void {
  for (const { cells } of sheet.rows) cells[7] = { value: text };
  sheet.revision += 1;
}
async function saved() {
  return parseState((await serializeState(state)).toString())?.sheets.get(1);
}
function textsIn(found: Sheet | undefined) {
  return new Set(found?.rows.map(({ cells }) => cells[7]?.value));
}

test('a saved state reads back the same, long or empty', async () => {
  state.sheets.set(2, { ...sheet, id: 2, rows: [] });
  expect(parseState((await serializeState(state)).toString())).toEqual(state);
});

test('a sheet that changes while it is serialized is serialized again', async () => {
  const saving = saved();
  change('after');
  const found = await saving;
  expect(textsIn(found)).toEqual(new Set(['after']));
  expect(found?.revision).toBe(2);
});

test('a sheet that keeps changing is serialized in one step', async () => {
  const goOn = () => {
    change(`text ${sheet.revision}`);
    changing = setImmediate(goOn);
  };
  goOn();
  const found = await saved();
  expect(textsIn(found)).toEqual(new Set([`text ${(found?.revision ?? 0) - 1}`]));
});
