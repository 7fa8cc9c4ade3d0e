import { defaultSettings, type HealthCheck, toHealthFindings } from '@picksync/contracts';
import type { Column } from '@picksync/smartsheet-client';
import { describe, expect, test } from 'vitest';
import { assessConnection, assessHealth, type HealthFacts, refusedConnection } from './assess-health.ts';
import { column } from './testing/columns.ts';

const options = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
const dropdown = (given: Partial<Column> = {}) =>
  column({ id: '2', type: 'PICKLIST', options: options(10), ...given });

const facts = (given: Partial<HealthFacts> = {}): HealthFacts => ({
  automation: { ...defaultSettings, sourceColumnId: '1', targetColumnId: '2' },
  source: { accessLevel: 'EDITOR', columns: [column({ id: '1' })] },
  target: { accessLevel: 'ADMIN', columns: [dropdown()] },
  isTaken: false,
  isContested: false,
  isLoop: false,
  isLicensed: true,
  maxOptions: 500,
  lastWarnings: [],
  ...given,
});
const withColumn = (given: Partial<Column>) =>
  facts({ target: { accessLevel: 'OWNER', columns: [dropdown(given)] } });
const withMode = (given: Partial<Column>, accessLevel: 'EDITOR' | 'VIEWER' = 'EDITOR') =>
  facts({
    automation: { ...defaultSettings, mode: 'two_way', sourceColumnId: '1', targetColumnId: '2' },
    source: { accessLevel, columns: [column({ id: '1', ...given })] },
  });
const rule = { columnId: '9', columnName: 'Gone', operator: 'is_checked', value: null } as const;
const unwell = (given: HealthFacts) =>
  assessHealth(given)
    .map(({ reason }) => reason)
    .filter((reason) => !reason.endsWith('_fine'));

test('an automation that works has nothing to tell', () => {
  expect(unwell(facts())).toEqual([]);
  expect(unwell(withMode({}))).toEqual([]);
});

describe('assessHealth reports one finding for each problem', () => {
  test.each<[string, HealthFacts, string[]]>([
    ['a sheet that is gone', facts({ source: 'gone' }), ['source_sheet_gone']],
    ['both sheets gone', facts({ source: 'gone', target: 'gone' }), ['source_sheet_gone', 'region_wrong']],
    ['a sheet that may not be read', facts({ target: 'no_right' }), ['target_no_right']],
    ['an admin without a license', facts({ isLicensed: false }), ['target_unlicensed']],
    ['an admin of whom that is not known', facts({ isLicensed: null }), []],
    [
      'an owner without a license',
      facts({ isLicensed: false, target: { accessLevel: 'OWNER', columns: [dropdown()] } }),
      [],
    ],
    [
      'a sheet that may not be changed',
      facts({ target: { accessLevel: 'EDITOR', columns: [dropdown()] } }),
      ['target_no_right'],
    ],
    [
      'columns that are gone',
      facts({ automation: { ...defaultSettings, sourceColumnId: '7', targetColumnId: '8' } }),
      ['source_column_gone', 'target_column_gone'],
    ],
    [
      'a filter of a column that is gone',
      facts({
        automation: {
          ...defaultSettings,
          sourceColumnId: '1',
          targetColumnId: '2',
          filters: { match: 'all', rules: [rule] },
          labelTemplate: { template: '{1}', columns: [{ columnId: '9', columnName: 'Gone' }] },
        },
      }),
      ['filter_column_gone', 'label_column_gone'],
    ],
    ['a locked column', withColumn({ lockedForUser: true }), ['target_column_locked']],
    ['symbols', withColumn({ symbol: 'RYG' }), ['target_symbol']],
    ['another type', withColumn({ type: 'DATE' }), ['target_column_retyped']],
    ['a system column', withColumn({ systemColumnType: 'CREATED_BY' }), ['target_system']],
    ['just below the limit', withColumn({ options: options(449) }), []],
    ['near the limit', withColumn({ options: options(450) }), ['size_near_limit']],
    ['over the limit', withColumn({ options: options(501) }), ['size_over_limit']],
    ['another writer of ours', facts({ isTaken: true }), ['target_claimed']],
    ['another writer outside', facts({ isContested: true }), ['target_contested']],
    ['a loop', facts({ isLoop: true }), ['automation_loop']],
    ['a two-way source with a formula', withMode({ hasColumnFormula: true }), ['source_not_text']],
    ['a two-way source that is locked', withMode({ locked: true }), ['source_not_writable']],
    ['a two-way source to read only', withMode({}, 'VIEWER'), ['source_not_writable']],
  ])('%s', (_what, given, reasons) => {
    expect(unwell(given)).toEqual(reasons);
  });
});

test('a user learns what others do with a column only when they may fill it', () => {
  const target = { accessLevel: 'VIEWER', columns: [dropdown()] } as const;
  const found = assessHealth(facts({ target, isTaken: true, isLoop: true }));
  expect(found.map(({ reason }) => reason)).not.toContain('target_claimed');
  expect(found.map(({ reason }) => reason)).not.toContain('automation_loop');
});

test('a connection is told by its rights, and one that is refused by the reason', () => {
  const scopes = ['READ_SHEETS', 'WRITE_SHEETS', 'ADMIN_SHEETS'];
  expect(assessConnection({ scopes })[0]).toEqual({ reason: 'scopes_fine' });
  expect(assessConnection({ scopes: scopes.slice(1) })[0]).toEqual({ reason: 'scope_missing' });
  expect(refusedConnection('plan_without_api')).toEqual([{ reason: 'plan_without_api' }]);
  expect(refusedConnection('something newer')).toEqual([{ reason: 'connection_revoked' }]);
});

test('every finding stands in the order of the checks, with a fix where it is a problem', () => {
  const found = [...assessHealth(withColumn({ symbol: 'RYG' })), ...assessConnection({ scopes: [] })];
  const shown = toHealthFindings(found);
  const order: HealthCheck[] = ['rights', 'scopes', 'plan', 'region', 'columns', 'lock', 'symbol', 'type'];
  expect(shown.map(({ check }) => check).slice(0, order.length)).toEqual(order);
  for (const { status, fix } of shown) expect(status === 'problem' ? fix : { label: '' }).toBeTruthy();
});

test('a check tells that names are not remembered where an automation follows them', () => {
  const automation = {
    ...defaultSettings,
    renames: 'follow',
    sourceColumnId: '1',
    targetColumnId: '2',
  } as const;
  const ofNames = (given: Partial<HealthFacts>) =>
    toHealthFindings(assessHealth(facts(given))).filter(({ check }) => check === 'names');
  expect(ofNames({ lastWarnings: ['names_not_remembered'] })).toEqual([]);
  expect(ofNames({ automation, lastWarnings: ['duplicates_dropped'] })).toEqual([]);
  expect(ofNames({ automation, lastWarnings: ['names_not_remembered'] })).toMatchObject([
    {
      status: 'note',
      message:
        'More than 5,000 rows of the source have a value, or their cells hold more than 100,000, so a name that changes is added and the old one removed.',
      fix: { kind: 'add_filter' },
    },
  ]);
});
