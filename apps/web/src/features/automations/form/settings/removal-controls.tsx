import { type AutomationSettings, maxGraceDays, removalLimitText } from '@picksync/contracts';
import { Field } from '@picksync/ui/field.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { RadioCards } from '@picksync/ui/radio-cards.tsx';
import * as z from 'zod';
import { pluralize } from '../../../../ui/pluralize.ts';
import { type ControlProps, plain, type ReadEntry, type SettingControl } from './setting-control.ts';

type NumberFieldProps = ControlProps<string> & { label: string; unit: string; hint: string };

function NumberField({ field, error, label, unit, hint }: NumberFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
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
              className="tabular text-end"
            />
          </div>
          <span className="text-sm text-ink-2">{unit}</span>
        </div>
      )}
    </Field>
  );
}

function wholeNumber(text: string, max: number): ReadEntry<number> {
  return /^\d{1,3}$/.test(text.trim()) && Number(text) <= max
    ? { value: Number(text) }
    : { problem: `Please enter a whole number from 0 to ${max}` };
}

function describeRemovalLimit(percent: number): string {
  const limit = removalLimitText(percent);
  return limit === null ? 'asks before it removes all' : `asks before it removes ${limit}`;
}

/** How much of a dropdown one sync may take away; raising it resumes a sync that was stopped. */
export const maxRemovalPercent: SettingControl<number, string> = {
  title: 'Removal limit',
  help: 'A guard against accidents',
  entry: z.string(),
  toEntry: String,
  read: (text) => wholeNumber(text, 100),
  summary: describeRemovalLimit,
  example: 80,
  Control: (props) => (
    <NumberField
      {...props}
      label="Ask me before removing more than"
      unit="% of the options"
      hint="Such a sync stops and changes nothing. Up to 5 options may always be removed; with 100 we only ask before a list without any value."
    />
  ),
};

export const graceDays: SettingControl<number, string> = {
  title: 'Removed options stay',
  help: 'For how many days after they left the source',
  entry: z.string(),
  toEntry: String,
  read: (text) => wholeNumber(text, maxGraceDays),
  summary: (value) => (value === 0 ? null : `removed options stay ${pluralize(value, 'day')}`),
  example: 7,
  Control: (props) => (
    <NumberField
      {...props}
      label="Removed options stay for"
      unit="days"
      hint="Until then they stay in the dropdown, and you see when each leaves. 0 removes them at once."
    />
  ),
};

type Drift = AutomationSettings['drift'];

const driftChoices = [
  { value: 'put_back', label: 'Put the list back', hint: 'The next sync undoes the edit.' },
  { value: 'keep', label: 'Keep their change', hint: 'What they added stays; what they deleted stays away.' },
  { value: 'ask', label: 'Ask me', hint: 'The sync stops and waits for your review.' },
] as const;

export const drift = plain<Drift>({
  title: 'Edits by hand',
  help: 'When somebody changes the dropdown itself',
  entry: z.enum(['put_back', 'keep', 'ask']),
  summary: (value) =>
    value === 'put_back' ? null : value === 'keep' ? 'keeps edits by hand' : 'asks about edits by hand',
  example: 'ask',
  Control: ({ field }) => (
    <RadioCards
      label="Edits by hand"
      options={driftChoices}
      value={field.value}
      onChange={field.onChange}
      columns={1}
    />
  ),
});
