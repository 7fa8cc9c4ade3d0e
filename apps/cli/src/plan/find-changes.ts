import { isDeepStrictEqual } from 'node:util';
import {
  type Automation,
  type AutomationSettings,
  type EditAutomation,
  type SettingName,
  settingNames,
} from '@picksync/contracts';
import type { Wanted } from '../file/entry.ts';

/** One thing that a file says otherwise. */
export type Change = { field: string; before: unknown; after: unknown };

/** What an edit has to say, and whether a run may have another result afterwards. */
export type Edit = { changes: Change[]; body: EditAutomation; affectsRuns: boolean };

/** Returns what a file says otherwise of an automation than it is; null where it says the same. */
export function findChanges(wanted: Wanted, automation: Automation): Edit | null {
  const { columns, settings, name, isActive } = wanted;
  const body: EditAutomation = {};
  const changes: Change[] = [];
  if (name !== automation.name) {
    body.name = name;
    changes.push({ field: 'name', before: automation.name, after: name });
  }
  const { sourceSheetId, sourceColumnId, sourceColumnName } = columns;
  const { sourceKind } = settings;
  const isMoved =
    sourceKind !== automation.sourceKind ||
    sourceSheetId !== automation.sourceSheetId ||
    sourceColumnId !== automation.sourceColumnId;
  if (isMoved) {
    const kind = sourceKind !== automation.sourceKind && { sourceKind };
    Object.assign(body, { ...kind, sourceSheetId, sourceColumnId, sourceColumnName });
    const before = `${automation.sourceSheetId}/${automation.sourceColumnId}`;
    changes.push({ field: 'source', before, after: `${sourceSheetId}/${sourceColumnId}` });
  }
  const changed = settingNames.filter(
    (setting) => setting !== 'sourceKind' && isChanged(setting, settings, automation),
  );
  for (const setting of changed) {
    Object.assign(body, { [setting]: settings[setting] });
    changes.push({ field: setting, before: automation[setting], after: settings[setting] });
  }
  const isToggled = isActive !== undefined && isActive !== automation.isActive;
  if (isToggled) {
    body.isActive = isActive;
    changes.push({ field: 'active', before: automation.isActive, after: isActive });
  }
  if (changes.length === 0) return null;
  return { changes, body, affectsRuns: isMoved || changed.length > 0 || (isToggled && isActive) };
}

function isChanged(setting: SettingName, wanted: AutomationSettings, present: AutomationSettings): boolean {
  return !isDeepStrictEqual(withoutNames(wanted[setting]), withoutNames(present[setting]));
}

/** Returns a setting without the names of columns: they are known by their ids, and are renamed in Smartsheet. */
function withoutNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNames);
  if (typeof value !== 'object' || value === null) return value;
  const { columnName: _, ...rest } = value as Record<string, unknown>;
  return Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, withoutNames(inner)]));
}
