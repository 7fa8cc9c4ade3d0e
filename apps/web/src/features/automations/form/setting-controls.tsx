import {
  type AutomationSettings,
  defaultSettings,
  findAdvancedSettings,
  reportsNotTwoWay,
  type SettingName,
} from '@picksync/contracts';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { FieldNote } from '@picksync/ui/field.tsx';
import { RadioCards } from '@picksync/ui/radio-cards.tsx';
import { Segmented } from '@picksync/ui/segmented.tsx';
import * as z from 'zod';
import { modeNames } from '../mode-names.ts';
import { addressColumn } from './settings/address-control.tsx';
import { keepCopies } from './settings/copies-control.tsx';
import { filters } from './settings/filters-control.tsx';
import { useFormFacts } from './settings/form-facts.ts';
import { labelTemplate } from './settings/label-control.tsx';
import { pinnedFirst, pinnedLast } from './settings/pins-control.tsx';
import { drift, graceDays, maxRemovalPercent } from './settings/removal-controls.tsx';
import { maxRenamedRows, renames } from './settings/rename-controls.tsx';
import { type ControlProps, plain, type SettingControl } from './settings/setting-control.ts';
import { splitValues } from './settings/split-control.tsx';

type Mode = AutomationSettings['mode'];
type Order = AutomationSettings['order'];

const modes = [
  {
    value: 'mirror',
    label: modeNames.mirror,
    hint: 'Exactly the source. What leaves it leaves the list.',
  },
  { value: 'add_only', label: modeNames.add_only, hint: 'New values are added. Nothing is ever removed.' },
  {
    value: 'keep_used',
    label: modeNames.keep_used,
    hint: 'What a row still uses is never removed.',
  },
  { value: 'two_way', label: modeNames.two_way, hint: 'Options added by hand become rows of the source.' },
] as const;

const mode = plain<Mode>({
  title: 'Mode',
  help: 'How the list follows',
  entry: z.enum(['mirror', 'add_only', 'keep_used', 'two_way']),
  valueText: (value) => modeNames[value],
  summary: (value) => modeNames[value],
  example: 'add_only',
  Control: ModeControl,
});

/** Contacts are filled one way only, and a report cannot be written. */
function ModeControl({ field, error }: ControlProps<Mode>) {
  const { isReport, makesContacts } = useFormFacts();
  const isOffered = (value: Mode) => !makesContacts || value !== 'two_way' || field.value === value;
  const options = modes
    .filter(({ value }) => isOffered(value))
    .map((option) =>
      isReport && option.value === 'two_way' ? { ...option, disabledReason: reportsNotTwoWay } : option,
    );
  return (
    <>
      <RadioCards
        ref={field.ref}
        label="Mode"
        options={options}
        value={field.value}
        onChange={field.onChange}
      />
      {error && <FieldNote id={`${field.name}-note`} error={error} />}
    </>
  );
}

/** What the source is goes with its choice: it has no control of its own. */
const sourceKind = plain<AutomationSettings['sourceKind']>({
  title: 'Source',
  entry: z.enum(['sheet', 'report']),
  valueText: (value) => (value === 'report' ? 'A report' : 'A sheet'),
  summary: () => null,
  example: 'report',
  Control: () => null,
});

const orders = [
  { value: 'source', label: 'As in the source' },
  { value: 'ascending', label: 'A to Z' },
  { value: 'descending', label: 'Z to A' },
] as const;

const order = plain<Order>({
  title: 'Order',
  help: 'Numbers by size: 2 before 10',
  entry: z.enum(['source', 'ascending', 'descending']),
  valueText: (value) => orders.find((one) => one.value === value)?.label ?? '',
  summary: (value) =>
    value === 'source' ? 'order of the source' : value === 'ascending' ? 'A to Z' : 'Z to A',
  example: 'ascending',
  Control: ({ field }) => (
    <Segmented label="Order" options={orders} value={field.value} onChange={field.onChange} />
  ),
});

type CheckboxTexts = {
  title: string;
  label: string;
  hint: string;
  valueText: (value: boolean) => string;
  summary: (value: boolean) => string | null;
};

function checkbox({ title, label, hint, valueText, summary }: CheckboxTexts, example: boolean) {
  return plain<boolean>({
    title,
    entry: z.boolean(),
    valueText,
    summary,
    example,
    Control: ({ field: { value, onChange } }) => (
      <Checkbox label={label} hint={hint} checked={value} onChange={onChange} />
    ),
  });
}

const removeDuplicates = checkbox(
  {
    title: 'Repeats',
    label: 'Remove duplicates',
    hint: 'If off, repeats are still dropped, but we tell you',
    valueText: (value) => (value ? 'Removed' : 'Reported'),
    summary: (value) => (value ? null : 'repeats reported'),
  },
  false,
);

const ignoreCase = checkbox(
  {
    title: 'Spelling',
    label: 'Ignore case',
    hint: '“ACME” and “Acme” are one; the first spelling stays',
    valueText: (value) => (value ? 'Capitals do not matter' : 'Capitals matter'),
    summary: (value) => (value ? 'ignores case' : null),
  },
  true,
);

/** Every setting with its control, in the order in which they stand in the form. */
const settingControls = {
  sourceKind,
  mode,
  order,
  removeDuplicates,
  ignoreCase,
  maxRemovalPercent,
  graceDays,
  drift,
  renames,
  maxRenamedRows,
  keepCopies,
  filters,
  splitValues,
  labelTemplate,
  addressColumn,
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
export function getControl(name: SettingName): SettingControl<unknown, unknown> {
  return settingControls[name] as unknown as SettingControl<unknown, unknown>;
}

/** Returns settings in which one has an unusual value. */
export function settingsWith(name: SettingName, settings: AutomationSettings): AutomationSettings {
  const isDefault = JSON.stringify(settings[name]) === JSON.stringify(defaultSettings[name]);
  return isDefault ? { ...settings, [name]: getControl(name).example } : settings;
}

/** Returns whether a setting belongs to plans with advanced automation. */
export function isAdvanced(name: SettingName): boolean {
  return findAdvancedSettings(settingsWith(name, defaultSettings)).includes(name);
}
