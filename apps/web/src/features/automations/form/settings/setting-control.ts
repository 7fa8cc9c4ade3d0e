import type { ReactNode, Ref } from 'react';
import type * as z from 'zod';

/** What ties a control to the form, and what is wrong with what stands in it. */
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

/** What an entry means, or what is wrong with it. */
export type ReadEntry<Value> = { value: Value } | { problem: string };

/** A setting in the form. Its entry is what stands in the control: as it is typed, so not always a value. */
export type SettingControl<Value, Entry> = {
  /** What it is called, at the left of its control. */
  title: string;
  /** One line beneath the title. */
  help?: string;
  /** The shape of an entry, by which a draft is checked. */
  entry: z.ZodType<Entry>;
  entryOf: (value: Value) => Entry;
  read: (entry: Entry) => ReadEntry<Value>;
  /** What the line of the closed section says of it; null where it goes without saying. */
  summary: (value: Value) => string | null;
  /** A value other than the usual one: by it the contract is asked what this setting excludes and which plan has it. */
  example: Value;
  Control: (props: ControlProps<Entry>) => ReactNode;
};
