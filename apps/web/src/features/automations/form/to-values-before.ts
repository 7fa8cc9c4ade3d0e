import {
  type Automation,
  type AutomationChange,
  automationSettings,
  type SettingName,
} from '@picksync/contracts';
import { type AutomationValues, toValues } from './automation-form-values.ts';

/** What a setting has where nothing was typed into it. */
const nothingTyped: Partial<Record<SettingName, null | readonly string[]>> = {
  filters: null,
  labelTemplate: null,
  addressColumn: null,
  pinnedFirst: [],
  pinnedLast: [],
};

/** Returns the values of the form with what stood there before a change; those of the automation where that is not kept. */
export function toValuesBefore(
  automation: Automation,
  { subject, before, undo }: Pick<AutomationChange, 'subject' | 'before' | 'undo'>,
): AutomationValues {
  if (undo !== 'possible' || before === null) return toValues(automation);
  const old =
    before.kind === 'value'
      ? before.value
      : before.kind === 'count' && before.count === 0 && nothingTyped[subject as SettingName];
  const given = { ...automation, [subject]: old };
  // A value that this version does not know, or a name that is none.
  const isValid = automationSettings.safeParse(given).success && typeof given.name === 'string';
  return toValues(isValid ? given : automation);
}
