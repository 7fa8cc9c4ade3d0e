import type { AutomationSettings } from '../automation-settings.ts';

/** A value other than the default for each setting; a setting that is added does not compile without one. */
export const unusualSettings: AutomationSettings = {
  sourceKind: 'report',
  mode: 'add_only',
  removeDuplicates: false,
  order: 'descending',
  ignoreCase: true,
  splitValues: ';',
  filters: {
    match: 'any',
    rules: [{ columnId: '2', columnName: 'City', operator: 'is_blank', value: null }],
  },
  pinnedFirst: ['First'],
  pinnedLast: ['Last'],
  maxRemovalPercent: 7,
  labelTemplate: { template: '{1}', columns: [{ columnId: '2', columnName: 'City' }] },
  graceDays: 7,
  drift: 'keep',
  keepCopies: true,
  renames: 'follow',
  maxRenamedRows: 7,
  addressColumn: { columnId: '2', columnName: 'City' },
};
