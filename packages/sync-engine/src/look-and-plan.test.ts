import { defaultSettings } from '@picksync/contracts';
import type { Column } from '@picksync/smartsheet-client';
import { expect, test } from 'vitest';
import { planAutomation } from './look-and-plan.ts';
import { defaultLimits } from './plan.guards.ts';
import type { SheetRead } from './read.ts';

const target: Column = {
  id: '2',
  index: 1,
  title: 'Client',
  type: 'PICKLIST',
  primary: false,
  options: null,
  validation: null,
  hidden: false,
  locked: false,
  lockedForUser: false,
  symbol: null,
  systemColumnType: null,
  hasColumnFormula: false,
};

const sheet: SheetRead = {
  id: '11',
  name: 'Sheet',
  version: 1,
  accessLevel: 'OWNER',
  totalRowCount: 2,
  columns: new Map([['2', target]]),
  values: new Map([['1', { values: ['a', 'b'], formulaErrors: 1, blanks: 0, volatile: false }]]),
  volatile: false,
};

type Asked = {
  source?: Partial<SheetRead>;
  target?: Partial<SheetRead>;
  isApproved?: () => boolean;
};

const planned = ({ isApproved, ...asked }: Asked = {}) =>
  planAutomation({
    automation: {
      sourceColumnId: '1',
      targetColumnId: '2',
      settings: defaultSettings,
    },
    source: { ...sheet, ...asked.source },
    target: { ...sheet, ...asked.target },
    limits: defaultLimits,
    ...(isApproved && { isApproved }),
  });

const column = (fields: Partial<Column>) => ({ columns: new Map([['2', { ...target, ...fields }]]) });

test('a dropdown without options yet is filled', () => {
  expect(planned()).toMatchObject({
    failure: null,
    column: { id: '2', type: 'PICKLIST' },
    plan: { verdict: 'write', added: ['a', 'b'], warnings: ['formula_errors_skipped'] },
  });
});

test.each([
  ['source_column_gone', { source: { values: new Map() } }],
  ['target_column_gone', { target: { columns: new Map() } }],
  ['target_column_retyped', { target: column({ type: 'TEXT_NUMBER' }) }],
  ['target_column_locked', { target: column({ locked: true }) }],
  ['target_symbol', { target: column({ symbol: 'RYG' }) }],
  ['target_no_right', { target: { accessLevel: 'EDITOR' } }],
] as const)('%s is said before anything is planned', (failure, asked) => {
  expect(planned(asked)).toEqual({ failure });
});

test('a list that would be emptied waits for a review, and is written when exactly that was approved', () => {
  const emptied = {
    source: { values: new Map([['1', { values: [], formulaErrors: 0, blanks: 0, volatile: false }]]) },
    target: column({ options: ['old'] }),
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
  const source = { values: new Map([['1', { values, formulaErrors: 0, blanks: 0, volatile: false }]]) };
  expect(planned({ source, isApproved: () => true })).toMatchObject({ plan: { verdict: 'refused' } });
});
