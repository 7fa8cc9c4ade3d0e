import {
  type AutomationSettings,
  advancedSettingsOf,
  defaultSettings,
  type SettingName,
} from '@picksync/contracts';
import type * as z from 'zod';
import { filters } from './settings/filters-control.tsx';
import { labelTemplate } from './settings/label-control.tsx';
import { pinnedFirst, pinnedLast } from './settings/pins-control.tsx';
import { drift, graceDays, maxRemovalPercent } from './settings/removal-controls.tsx';
import type { SettingControl } from './settings/setting-control.ts';
import { splitValues } from './settings/split-control.tsx';
import { ignoreCase, mode, order, removeDuplicates } from './settings/value-controls.tsx';

/** Every setting with its control, in the order in which they stand in the form. */
const settingControls = {
  mode,
  order,
  removeDuplicates,
  ignoreCase,
  maxRemovalPercent,
  graceDays,
  drift,
  filters,
  splitValues,
  labelTemplate,
  pinnedFirst,
  pinnedLast,
} satisfies {
  [Name in SettingName]: {
    read: (entry: never) => { value: AutomationSettings[Name] } | { problem: string };
  };
};

/** The entries in the controls of the settings. */
export type SettingEntries = {
  [Name in SettingName]: z.output<(typeof settingControls)[Name]['entry']>;
};

/** The settings in the order in which they stand in the form. */
export const formSettings = Object.keys(settingControls) as SettingName[];

/** The shapes of the entries, by setting. */
export const settingEntries = Object.fromEntries(
  formSettings.map((name) => [name, settingControls[name].entry]),
) as { [Name in SettingName]: (typeof settingControls)[Name]['entry'] };

/** Returns the control of a setting whose name is not known beforehand; it takes the values and entries of that setting only. */
export function controlOf(name: SettingName): SettingControl<unknown, unknown> {
  return settingControls[name] as unknown as SettingControl<unknown, unknown>;
}

/** Returns settings in which one has an unusual value. */
export function settingsWith(name: SettingName, settings: AutomationSettings): AutomationSettings {
  const isDefault = JSON.stringify(settings[name]) === JSON.stringify(defaultSettings[name]);
  return isDefault ? { ...settings, [name]: controlOf(name).example } : settings;
}

/** Returns whether a setting belongs to plans with advanced automation. */
export function isAdvanced(name: SettingName): boolean {
  return advancedSettingsOf(settingsWith(name, defaultSettings)).includes(name);
}
