import type { AutomationSettings } from '@picksync/contracts';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { FieldNote } from '@picksync/ui/field.tsx';
import { RadioCards } from '@picksync/ui/radio-cards.tsx';
import { Segmented } from '@picksync/ui/segmented.tsx';
import * as z from 'zod';
import type { SettingControl } from './setting-control.ts';

type Mode = AutomationSettings['mode'];
type Order = AutomationSettings['order'];

const modes = [
  { value: 'mirror', label: 'Mirror', hint: 'Exactly the source. What leaves it leaves the dropdown.' },
  { value: 'add_only', label: 'Add only', hint: 'New values are added. Nothing is ever removed.' },
  { value: 'keep_used', label: 'Keep used', hint: 'An option goes only when no row uses it any more.' },
  { value: 'two_way', label: 'Two-way', hint: 'Options added by hand become rows of the source.' },
] as const;

export const mode: SettingControl<Mode, Mode> = {
  title: 'Mode',
  help: 'How the list follows',
  entry: z.enum(['mirror', 'add_only', 'keep_used', 'two_way']),
  entryOf: (value) => value,
  read: (value) => ({ value }),
  summary: (value) => modes.find((one) => one.value === value)?.label ?? null,
  example: 'add_only',
  Control: ({ field, error }) => (
    <>
      <RadioCards
        ref={field.ref}
        label="Mode"
        options={modes}
        value={field.value}
        onChange={field.onChange}
      />
      {error && <FieldNote id={`${field.name}-note`} error={error} />}
    </>
  ),
};

const orders = [
  { value: 'source', label: 'As in the source' },
  { value: 'ascending', label: 'A to Z' },
  { value: 'descending', label: 'Z to A' },
] as const;

export const order: SettingControl<Order, Order> = {
  title: 'Order',
  help: 'Numbers by size: 2 before 10',
  entry: z.enum(['source', 'ascending', 'descending']),
  entryOf: (value) => value,
  read: (value) => ({ value }),
  summary: (value) =>
    value === 'source' ? 'order of the source' : value === 'ascending' ? 'A to Z' : 'Z to A',
  example: 'ascending',
  Control: ({ field }) => (
    <Segmented label="Order" options={orders} value={field.value} onChange={field.onChange} />
  ),
};

export const removeDuplicates: SettingControl<boolean, boolean> = {
  title: 'Repeats',
  entry: z.boolean(),
  entryOf: (value) => value,
  read: (value) => ({ value }),
  summary: (value) => (value ? null : 'repeats reported'),
  example: false,
  Control: ({ field }) => (
    <Checkbox
      label="Remove duplicates"
      hint="If off, repeats are still dropped, but we tell you"
      checked={field.value}
      onChange={field.onChange}
    />
  ),
};

export const ignoreCase: SettingControl<boolean, boolean> = {
  title: 'Spelling',
  entry: z.boolean(),
  entryOf: (value) => value,
  read: (value) => ({ value }),
  summary: (value) => (value ? 'ignores case' : null),
  example: true,
  Control: ({ field }) => (
    <Checkbox
      label="Ignore case"
      hint="“ACME” and “Acme” are one; the first spelling stays"
      checked={field.value}
      onChange={field.onChange}
    />
  ),
};
