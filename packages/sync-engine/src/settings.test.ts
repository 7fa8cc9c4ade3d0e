import {
  type AutomationSettings,
  defaultSettings,
  type SettingName,
  settingNames,
} from '@picksync/contracts';
import { unusualSettings } from '@picksync/contracts/testing';
import { expect, test } from 'vitest';
import type { OptionIdentity } from './contacts.ts';
import type { Plan } from './plan.ts';
import { sourceValues } from './source-values.ts';
import { again, hash, planned } from './testing/planned.ts';
import { toRenaming } from './testing/renaming.ts';
import { cell, toRows } from './testing/rows.ts';

/** A run in which a setting matters. */
type Example = {
  /** The rows of the source: a name, and a city where it says so. */
  source: readonly (string | [name: string, city: string])[];
  /** The dropdown as a run has left it; before the first run where there is none. */
  left?: string[];
  /** The dropdown as the run finds it. */
  found: string[];
  /** What the rows of the source said before, and how many cells use the first option; the settings are those that follow names. */
  renamed?: { before: string[]; used: number };
  /** What it takes. */
  identity?: OptionIdentity;
};

/** For each setting but the kind of its source, which says what is read, a run that ends in another way with another value; a setting that is added does not compile without one. */
const examples: Record<Exclude<SettingName, 'sourceKind'>, Example> = {
  mode: { source: ['Acme'], found: ['Acme', 'Bolt'] },
  removeDuplicates: { source: ['Acme', 'Acme'], found: [] },
  order: { source: ['Acme', 'Bolt'], found: [] },
  ignoreCase: { source: ['Acme', 'ACME'], found: [] },
  splitValues: { source: ['Acme;Bolt'], found: [] },
  filters: { source: ['Acme', ['Bolt', 'Oslo']], found: [] },
  pinnedFirst: { source: ['Acme'], found: [] },
  pinnedLast: { source: ['Acme'], found: [] },
  maxRemovalPercent: {
    source: ['1', '2', '3', '4', '5', '6', '7', '8'],
    found: ['1', '2', '3', '4', '5', '6', '7', '8', 'a', 'b', 'c', 'd', 'e', 'f'],
  },
  labelTemplate: { source: [['Acme', 'Oslo']], found: [] },
  graceDays: { source: ['Acme'], found: ['Acme', 'Bolt'] },
  drift: { source: ['Acme'], left: ['Acme'], found: ['Acme', 'By hand'] },
  keepCopies: { source: ['Acme'], found: ['Acme', 'Bolt'] },
  renames: { source: ['Acme GmbH'], found: ['Acme'], renamed: { before: ['Acme'], used: 1 } },
  maxRenamedRows: { source: ['Acme GmbH'], found: ['Acme'], renamed: { before: ['Acme'], used: 9 } },
  addressColumn: { source: [['Ann', 'ann@b.example']], found: [], identity: 'address' },
};

function findPlan(example: Example, given: Partial<AutomationSettings>): Plan {
  const { source, left, found, renamed, identity = 'text' } = example;
  const settings = { ...(example === examples.maxRenamedRows && { renames: 'follow' as const }), ...given };
  const cells = source.map((row) => (typeof row === 'string' ? [row] : row));
  const rows = toRows(...cells.map((texts) => texts.map((text, index) => cell(String(index + 1), text))));
  const column = { id: '1', type: 'TEXT_NUMBER' } as const;
  const all = { ...defaultSettings, ...settings };
  const { values } = sourceValues({ rows, column, settings: all, identity });
  if (renamed && settings.renames === 'follow') {
    const renaming = toRenaming({ before: renamed.before, now: source, used: renamed.used, hash });
    return planned({ values, currentOptions: found, settings, renaming });
  }
  if (left === undefined) return planned({ values, currentOptions: found, settings });
  const before = planned({ values, currentOptions: left, settings });
  return again({ values, settings }, before, { currentOptions: found });
}

/** What a run does and tells. */
function getOutcome({ verdict, options, warnings, needsCopy, added }: Plan) {
  return { verdict, options, warnings, needsCopy, added };
}

const planning = settingNames.filter((name) => name !== 'sourceKind');

test.each(planning)('the setting %s changes a plan', (name) => {
  const usual = findPlan(examples[name], {});
  const unusual = findPlan(examples[name], { [name]: unusualSettings[name] });
  expect(getOutcome(unusual)).not.toEqual(getOutcome(usual));
});
