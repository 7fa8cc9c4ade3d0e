import { type Automation, defaultSettings } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { automation } from '../../../testing/automations.ts';
import { formSettings, settingsWith } from '../form/setting-controls.tsx';
import { settingSentences } from './setting-texts.ts';

const said = (given: Partial<Automation>) =>
  settingSentences(automation(given)).map((parts) =>
    parts.map((part) => (typeof part === 'string' ? part : part.text)).join(''),
  );

test('four sentences describe the default settings', () => {
  expect(said({})).toEqual([
    'The dropdown is exactly the source, in the order of its rows.',
    'Repeats and blank cells are left out. Capitals matter.',
    'It asks you before it removes more than 50\u00a0% and 5 options.',
    'What somebody edits by hand is put back.',
  ]);
});

test.each(formSettings)('a setting that is not the usual one is told: %s', (name) => {
  // How many rows may be renamed has a meaning only where names are followed.
  const renames = name === 'maxRenamedRows' ? 'follow' : defaultSettings.renames;
  const unusual = automation(settingsWith(name, { ...defaultSettings, renames }));
  const told = settingSentences(unusual).flat();
  expect(told.filter((part) => typeof part !== 'string' && part.setting === name)).not.toEqual([]);
});

const column = (columnName: string) => ({ columnId: '1', columnName });

test.each<[Partial<Automation>, string]>([
  [
    { mode: 'keep_used', order: 'descending' },
    'The dropdown is the source, and options that rows still use, sorted from Z to A.',
  ],
  [
    {
      filters: {
        match: 'any',
        rules: [
          { ...column('Active'), operator: 'is_checked', value: null },
          { ...column('City'), operator: 'equals', value: 'Bonn' },
        ],
      },
    },
    'Only rows where Active is checked or City is Bonn count.',
  ],
  [{ pinnedFirst: ['Internal'], pinnedLast: ['Other'] }, 'Internal comes first, Other last.'],
  [{ pinnedFirst: ['A', 'B', 'C', 'D'] }, 'A, B, C and 1 more come first.'],
  [{ pinnedLast: ['Other'] }, 'Other comes last.'],
  [
    { labelTemplate: { template: '{1} – {2}', columns: [column('Client'), column('City')] } },
    'Each option is made as “Client – City”.',
  ],
  [{ splitValues: ';' }, 'Cells are split at “;”.'],
  [{ ignoreCase: true }, 'Repeats and blank cells are left out. Capitals do not matter.'],
  [{ maxRemovalPercent: 0 }, 'It asks you before it removes more than 5 options.'],
  [{ maxRemovalPercent: 100 }, 'Any number of options may be removed, but never all of them unasked.'],
  [{ hasHeldOptions: true }, 'You kept options that the source lacks. They stay until the source changes.'],
  [{ graceDays: 7, leavingCount: 3 }, 'Removed options stay 7 days. 3 options leave then.'],
  [{ drift: 'ask' }, 'What somebody edits by hand is shown to you first.'],
])('%o is said in words', (given, sentence) => {
  expect(said(given)).toContain(sentence);
});
