import {
  type AutomationSettings,
  capitalize,
  defaultSettings,
  type ListNoun,
  maxGraceDays,
  pluralize,
  removalLimitText,
} from '@picksync/contracts';
import { RadioCards } from '@picksync/ui/radio-cards.tsx';
import * as z from 'zod';
import { useFormNoun } from './form-facts.ts';
import { NumberField, readWholeNumber } from './number-field.tsx';
import { type ControlProps, plain, type SettingControl } from './setting-control.ts';

function describeRemovalLimit(percent: number, noun: ListNoun): string {
  const limit = removalLimitText(percent, noun);
  return limit === null ? 'asks before it removes all' : `asks before it removes ${limit}`;
}

/** How much of a dropdown one sync may take away; raising it resumes a sync that was stopped. */
export const maxRemovalPercent: SettingControl<number, string> = {
  title: 'Removal limit',
  help: 'A guard against accidents',
  entry: z.string(),
  toEntry: String,
  read: (text) => readWholeNumber(text, 100),
  valueText: (value, noun) => capitalize(describeRemovalLimit(value, noun)),
  summary: (value, noun) =>
    value === defaultSettings.maxRemovalPercent ? null : describeRemovalLimit(value, noun),
  example: 80,
  Control: RemovalLimitControl,
};

function RemovalLimitControl(props: ControlProps<string>) {
  const noun = useFormNoun();
  return (
    <NumberField
      {...props}
      label="Ask me before removing more than"
      unit={`% of the ${noun}s`}
      hint={`Such a sync stops and changes nothing. Up to 5 ${noun}s may always be removed; with 100 we only ask before a list without any value.`}
    />
  );
}

export const graceDays: SettingControl<number, string> = {
  title: 'Removed options stay',
  help: 'For how many days after they left the source',
  entry: z.string(),
  toEntry: String,
  read: (text) => readWholeNumber(text, maxGraceDays),
  valueText: (value) => (value === 0 ? 'They go at once' : `For ${pluralize(value, 'day')}`),
  summary: (value, noun) => (value === 0 ? null : `removed ${noun}s stay ${pluralize(value, 'day')}`),
  example: 7,
  Control: GraceDaysControl,
};

function GraceDaysControl(props: ControlProps<string>) {
  return (
    <NumberField
      {...props}
      label={`Removed ${useFormNoun()}s stay for`}
      unit="days"
      hint="Until then they stay in the list, and you see when each leaves. 0 removes them at once."
    />
  );
}

type Drift = AutomationSettings['drift'];

const driftChoices = [
  { value: 'put_back', label: 'Put the list back', hint: 'The next sync undoes the edit.' },
  { value: 'keep', label: 'Keep their change', hint: 'What they added stays; what they deleted stays away.' },
  { value: 'ask', label: 'Ask me', hint: 'The sync stops and waits for your review.' },
] as const;

const driftTexts: Record<Drift, string> = {
  put_back: 'Put back by the next sync',
  keep: 'Kept',
  ask: 'Asks you',
};

export const drift = plain<Drift>({
  title: 'Edits by hand',
  help: 'When somebody changes the list itself',
  entry: z.enum(['put_back', 'keep', 'ask']),
  valueText: (value) => driftTexts[value],
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
