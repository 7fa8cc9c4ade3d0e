import {
  type AutomationSettings,
  defaultSettings,
  type SettingName,
  settingConflicts,
} from '@picksync/contracts';
import { formSettings, getControl, type SettingEntries, settingsWith } from '../setting-controls.tsx';
import { type FormFacts, isGone } from './form-facts.ts';

type Reasons = Partial<Record<SettingName, string>>;

/** Returns why settings cannot be used together with the others, also those that nobody has used yet. */
function conflictsIn(settings: AutomationSettings): Reasons {
  const conflicts: Reasons = {};
  for (const name of formSettings) {
    const found = settingConflicts(settingsWith(name, settings)).find((conflict) => conflict.name === name);
    if (found) conflicts[name] = found.message;
  }
  return conflicts;
}

/** Returns which settings read a column that the source does not have any more. */
function goneIn({ filters, labelTemplate }: AutomationSettings, columns: FormFacts['columns']): Reasons {
  const anyGone = (read: readonly { columnId: string }[] = []) =>
    read.some(({ columnId }) => isGone(columns, columnId));
  const message = 'A column is gone';
  return {
    ...(anyGone(filters?.rules) && { filters: message }),
    ...(anyGone(labelTemplate?.columns) && { labelTemplate: message }),
  };
}

/**
 * Returns the settings that the controls stand for. `columns` are those of the source sheet; null while they are not
 * known.
 */
export function readSettings(entries: SettingEntries, columns: FormFacts['columns'] = null) {
  const values: Partial<Record<SettingName, unknown>> = {};
  const unreadable: Reasons = {};
  for (const name of formSettings) {
    const read = getControl(name).read(entries[name]);
    if ('problem' in read) unreadable[name] = read.problem;
    else values[name] = read.value;
  }
  const settings = { ...defaultSettings, ...values } as AutomationSettings;
  const conflicts = conflictsIn(settings);
  const isUsed = (name: string) => !(name in conflicts);
  const usual = Object.fromEntries(
    Object.keys(conflicts).map((name) => [name, defaultSettings[name as SettingName]]),
  );
  const problems = Object.entries({ ...unreadable, ...goneIn(settings, columns) }).filter(([name]) =>
    isUsed(name),
  );
  return {
    /** The settings for the request: those that others exclude, and those that are not valid, have their defaults. */
    settings: { ...settings, ...usual },
    /** The errors of entries that are not valid. */
    problems: Object.fromEntries(problems),
    /** Why a setting cannot be used together with the others. */
    conflicts,
  };
}
