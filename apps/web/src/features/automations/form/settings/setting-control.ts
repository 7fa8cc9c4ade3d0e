import type { AutomationSettings, ListNoun } from '@picksync/contracts';
import type { ReactNode, Ref } from 'react';
import type * as z from 'zod';

/** The props that connect a control to the form, and its error. */
export type ControlProps<Entry> = {
  field: {
    name: string;
    value: Entry;
    onChange: (entry: Entry) => void;
    onBlur: () => void;
    ref: Ref<HTMLInputElement>;
  };
  error: string | undefined;
};

/** The value of an entry, or its error. */
export type ReadEntry<Value> = { value: Value } | { problem: string };

/** A setting in the form. Its entry is what the control holds as it is typed, so it is not always a valid value. */
export type SettingControl<Value, Entry> = {
  /** What it is called, at the left of its control. */
  title: string;
  /** One line beneath the title. */
  help?: string;
  /** The shape of an entry, by which a draft is checked. */
  entry: z.ZodType<Entry>;
  toEntry: (value: Value) => Entry;
  read: (entry: Entry) => ReadEntry<Value>;
  /** What it is set to, as its closed line says it, where the list is of these. */
  valueText: (value: Value, noun: ListNoun) => string;
  /** Its part of the summary of the closed section; null for a default that needs no mention. */
  summary: (value: Value, noun: ListNoun) => string | null;
  /** Whether it has a meaning beside the others; always, where this is not given. */
  isShown?: (settings: AutomationSettings) => boolean;
  /** A value other than the default, to find out from the contract what this setting excludes and which plan has it. */
  example: Value;
  Control: (props: ControlProps<Entry>) => ReactNode;
};

/** Returns what the contract makes of an entry, or why it refuses it. */
export function readBy<Value>(schema: z.ZodType<Value>, entry: unknown): ReadEntry<Value> {
  const { success, data, error } = schema.safeParse(entry);
  return success ? { value: data } : { problem: error.issues[0]?.message ?? 'Please check this' };
}

/** Returns a control whose entry is the value itself. */
export function plain<Value>(
  control: Omit<SettingControl<Value, Value>, 'toEntry' | 'read'>,
): SettingControl<Value, Value> {
  return { ...control, toEntry: (value) => value, read: (value) => ({ value }) };
}
