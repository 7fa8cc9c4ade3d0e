import { type AutomationSettings, defaultSettings } from '@picksync/contracts';
import type { Column } from '@picksync/smartsheet-client';
import { expect, test } from 'vitest';
import { toReplacement } from './look-and-plan.ts';
import { defaultLimits } from './plan.guards.ts';
import type { SheetRead } from './read.ts';
import { emptyRunState } from './run-state.ts';
import { column } from './testing/columns.ts';
import { planAutomation } from './testing/plan-automation.ts';
import { hash } from './testing/planned.ts';

const target = column({ id: '2', index: 1, type: 'PICKLIST' });

const row = (id: number, value: string) => ({
  id: String(id),
  rowNumber: id,
  parentId: null,
  locked: false,
  cells: [
    { columnId: '1', value, displayValue: value, objectValue: null, hasFormula: false, isLinked: false },
  ],
});
const toRows = (...values: string[]) => values.map((value, index) => row(index + 1, value));

const source: Column = { ...target, id: '1', index: 0, title: 'Name', type: 'TEXT_NUMBER' };

const sheet: SheetRead = {
  id: '11',
  name: 'Sheet',
  permalink: null,
  report: null,
  version: 1,
  accessLevel: 'OWNER',
  totalRowCount: 2,
  columns: new Map([
    ['1', source],
    ['2', target],
  ]),
  rows: toRows('a', 'b', '#REF'),
  uses: new Map(),
  volatile: false,
};

type Asked = {
  settings?: Partial<AutomationSettings>;
  source?: Partial<SheetRead>;
  target?: Partial<SheetRead>;
  isApproved?: () => boolean;
};

const planned = ({ isApproved, settings, ...asked }: Asked = {}) =>
  planAutomation({
    automation: {
      sourceColumnId: '1',
      targetColumnId: '2',
      settings: { ...defaultSettings, ...settings },
    },
    source: { ...sheet, ...asked.source },
    target: { ...sheet, ...asked.target },
    limits: defaultLimits,
    state: emptyRunState,
    now: new Date(0),
    hash,
    ...(isApproved && { isApproved }),
  });

const withTarget = (fields: Partial<Column>) => ({ columns: new Map([['2', { ...target, ...fields }]]) });

test('a dropdown without options yet is filled', () => {
  expect(planned()).toMatchObject({
    failure: null,
    column: { id: '2', type: 'PICKLIST' },
    plan: { verdict: 'write', added: ['a', 'b'], warnings: ['formula_errors_skipped'] },
  });
});

test('a person is asked about both lists, and about all that stands in the rows that would be deleted', () => {
  const made = planned({ target: withTarget({ options: ['z'] }) });
  if (made.failure !== null) throw new Error(made.failure);
  const found = { ...made, rows: null };
  const lists = { current: ['z'], next: ['a', 'b'] };
  expect(toReplacement(found)).toEqual(lists);
  const gone = { id: '7', rowNumber: 7, text: 'z', filledCells: 2, content: '["z",1]', hash: 'k:z' };
  const rows = { toAdd: [], toDelete: [gone], hasValue: () => false, hasRow: () => true };
  expect(toReplacement({ ...found, rows: { ...rows, toDelete: [] } })).toEqual(lists);
  expect(toReplacement({ ...found, rows })).toEqual({ ...lists, rows: ['["z",1]'] });
  expect(toReplacement({ ...found, column: { ...found.column, options: null } }).current).toEqual([]);
});

const filterOn = (columnId: string) => {
  const rule = { columnId, columnName: 'Status', operator: 'equals', value: 'x' } as const;
  return { match: 'any' as const, rules: [rule] };
};
const toLabel = (...ids: string[]) => ({
  template: ids.map((_, index) => `{${index + 1}}`).join(' '),
  columns: ids.map((columnId) => ({ columnId, columnName: 'Part' })),
});

test.each([
  ['source_column_gone', { source: { columns: new Map() } }],
  ['filter_column_gone', { settings: { filters: filterOn('9') } }],
  ['label_column_gone', { settings: { labelTemplate: toLabel('1', '9') } }],
  ['target_column_gone', { target: { columns: new Map() } }],
  ['target_column_retyped', { target: withTarget({ type: 'TEXT_NUMBER' }) }],
  ['target_column_locked', { target: withTarget({ locked: true }) }],
  ['target_symbol', { target: withTarget({ symbol: 'RYG' }) }],
  ['target_no_right', { target: { accessLevel: 'EDITOR' } }],
  [
    'source_not_text',
    { settings: { mode: 'two_way' }, source: { columns: new Map([['1', { ...source, type: 'DATE' }]]) } },
  ],
  ['source_not_writable', { settings: { mode: 'two_way' }, source: { accessLevel: 'VIEWER' } }],
] as [string, Asked][])('%s is said before anything is planned', (failure, asked: Asked) => {
  expect(planned(asked)).toEqual({ failure });
});

test('a list that would be emptied waits for a review, and is written when exactly that was approved', () => {
  const emptied = {
    source: { rows: [] },
    target: withTarget({ options: ['old'] }),
  };
  expect(planned(emptied)).toMatchObject({ plan: { verdict: 'waiting_review', reason: 'source_empty' } });
  const seen: unknown[] = [];
  const isApproved = (replacement?: unknown) => seen.push(replacement) > 0;
  expect(planned({ ...emptied, isApproved })).toMatchObject({ plan: { verdict: 'write', options: [] } });
  expect(seen).toEqual([{ current: ['old'], next: [] }]);
  expect(planned({ ...emptied, isApproved: () => false })).toMatchObject({
    plan: { verdict: 'waiting_review' },
  });
});

test('an approval lets nothing be written that Smartsheet could not hold', () => {
  const values = Array.from({ length: 501 }, (_, place) => `v${place}`);
  expect(planned({ source: { rows: toRows(...values) }, isApproved: () => true })).toMatchObject({
    plan: { verdict: 'refused' },
  });
});

test('a source that nobody may write is followed all the same, where nothing is written to it', () => {
  expect(planned({ source: { accessLevel: 'VIEWER' } })).toMatchObject({ failure: null });
});

test('rows that were released are not taken for an empty source', () => {
  expect(() => planned({ source: { rows: null } })).toThrow(TypeError);
});
