import { type AutomationSettings, defaultSettings, type EditAutomation } from '@picksync/contracts';
import type { Automation } from '@picksync/db';
import { describe, expect, test } from 'vitest';
import { toAutomationChange } from './automation-change.ts';

const place = {
  sourceSheetId: '1',
  sourceColumnId: '11',
  sheetId: '2',
  targetColumnId: '21',
  sourceSheetName: 'Clients',
  sourceSheetPermalink: null,
  sourceColumnName: 'Client name',
  sheetName: 'Time sheet',
  sheetPermalink: null,
  targetColumnName: 'Client',
};
const filters: AutomationSettings['filters'] = {
  match: 'all',
  rules: [{ columnId: '12', columnName: 'Active', operator: 'is_checked', value: null }],
};

/** Returns which columns of the row an edit clears. */
function clearedBy(given: {
  edit: EditAutomation;
  row?: Partial<Automation>;
  place?: Partial<typeof place>;
}) {
  const row = {
    ...defaultSettings,
    settingsVersion: 1,
    isActive: true,
    ...place,
    ...given.row,
  } as Automation;
  const columns = given.place ? { ...place, ...given.place } : null;
  const { data } = toAutomationChange({ row, edit: given.edit, columns });
  const state = [
    'approvedReview',
    'keptReview',
    'heldAgainst',
    'leaving',
    'baseHashes',
    'keptHashes',
    'excludedHashes',
    'health',
    'lastRunAt',
  ];
  return state.filter((name) => name in data);
}

const answers = ['approvedReview', 'keptReview'];

describe('an edit clears exactly what no longer holds', () => {
  test.each<[string, EditAutomation, Partial<Automation>, string[]]>([
    ['a new name: nothing', { name: 'Other' }, {}, []],
    ['a pause: the answers to a review', { isActive: false }, {}, answers],
    [
      'another removal limit: what was held, too',
      { maxRemovalPercent: 70 },
      { graceDays: 3 },
      [...answers, 'heldAgainst'],
    ],
    [
      'no more days of grace: what was leaving',
      { graceDays: 0 },
      { graceDays: 7 },
      [...answers, 'heldAgainst', 'leaving'],
    ],
    [
      'put the list back: what was kept by hand',
      { drift: 'put_back' },
      { drift: 'keep', graceDays: 3 },
      [...answers, 'heldAgainst', 'keptHashes', 'excludedHashes'],
    ],
    [
      'two-way: the base as well, so that nothing is removed',
      { mode: 'two_way' },
      { graceDays: 0 },
      [...answers, 'heldAgainst', 'leaving', 'baseHashes', 'health'],
    ],
    [
      'another filter: what the last look found',
      { filters: null },
      { filters, graceDays: 3 } as Partial<Automation>,
      [...answers, 'heldAgainst', 'health'],
    ],
  ])('%s', (_what, edit, row, cleared) => {
    expect(clearedBy({ edit, row })).toEqual(cleared);
  });

  test('another source: the runs, and not what was done by hand in the dropdown', () => {
    const edit = { sourceSheetId: '5', sourceColumnId: '51' } as EditAutomation;
    expect(clearedBy({ edit, place: { sourceSheetId: '5', sourceColumnId: '51' } })).toEqual([
      ...answers,
      'heldAgainst',
      'baseHashes',
      'health',
      'lastRunAt',
    ]);
  });

  test('another target: everything', () => {
    const edit = { targetColumnId: '22' } as EditAutomation;
    expect(clearedBy({ edit, place: { targetColumnId: '22' } })).toEqual([
      ...answers,
      'heldAgainst',
      'leaving',
      'baseHashes',
      'keptHashes',
      'excludedHashes',
      'health',
      'lastRunAt',
    ]);
  });
});
