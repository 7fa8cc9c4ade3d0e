import type { AutomationSettings, SettingName } from '@picksync/contracts';
import type { ReactNode, Ref } from 'react';
import * as z from 'zod';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';

/** What ties a control to the form, and what is wrong with what stands in it. */
type ControlProps<Entry> = {
  field: {
    name: string;
    value: Entry;
    onChange: (entry: Entry) => void;
    onBlur: () => void;
    ref: Ref<HTMLInputElement>;
  };
  error: string | undefined;
};

/** A setting in the form. Its entry is what stands in the control: as it is typed, so not always a value. */
type SettingControl<Value, Entry> = {
  /** The shape of an entry, by which a draft is checked. */
  entry: z.ZodType<Entry>;
  entryOf: (value: Value) => Entry;
  /** What an entry means, or what is wrong with it. */
  read: (entry: Entry) => { value: Value } | { problem: string };
  /** Whether it is set in the form of a new automation too. */
  isForNew: boolean;
  Control: (props: ControlProps<Entry>) => ReactNode;
};

const removeDuplicates: SettingControl<boolean, boolean> = {
  entry: z.boolean(),
  entryOf: (value) => value,
  read: (value) => ({ value }),
  isForNew: true,
  Control: ({ field }) => (
    <Checkbox
      label="Remove duplicates"
      hint="If off, repeats are still dropped, but we tell you"
      checked={field.value}
      onChange={field.onChange}
    />
  ),
};

/** How much of a dropdown one sync may take away; raising it resumes a sync that was stopped. */
const maxRemovalPercent: SettingControl<number, string> = {
  entry: z.string(),
  entryOf: String,
  read: (text) =>
    /^\d{1,3}$/.test(text.trim()) && Number(text) <= 100
      ? { value: Number(text) }
      : { problem: 'Please enter a whole number from 0 to 100' },
  isForNew: false,
  Control: ({ field, error }) => (
    <Field
      label="Ask me before removing more than"
      error={error}
      hint="Such a sync stops and changes nothing. Up to 5 options may always go; with 100 we only ask before a list without any value."
    >
      {(control) => (
        <div className="flex items-center gap-2">
          <div className="w-16 shrink-0">
            <Input
              {...control}
              {...field}
              onChange={(event) => field.onChange(event.target.value)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              className="tabular text-right"
            />
          </div>
          <span className="text-sm text-ink-2">% of the options</span>
        </div>
      )}
    </Field>
  ),
};

/** The settings that can be set in the form, in the order in which they stand there. */
const settingControls = { removeDuplicates, maxRemovalPercent } satisfies {
  [Name in SettingName]?: {
    read: (entry: never) => { value: AutomationSettings[Name] } | { problem: string };
  };
};

export type FormSetting = keyof typeof settingControls;

/** What stands in the controls of the settings. */
export type SettingEntries = {
  [Name in FormSetting]: z.output<(typeof settingControls)[Name]['entry']>;
};

export const formSettings = Object.keys(settingControls) as FormSetting[];

/** The shapes of the entries, by setting. */
export const settingEntries = Object.fromEntries(
  formSettings.map((name) => [name, settingControls[name].entry]),
) as { [Name in FormSetting]: (typeof settingControls)[Name]['entry'] };

/** The control of a setting whose name is not known beforehand; it takes the values and entries of that setting only. */
export function controlOf(name: FormSetting): SettingControl<unknown, unknown> {
  return settingControls[name] as unknown as SettingControl<unknown, unknown>;
}
