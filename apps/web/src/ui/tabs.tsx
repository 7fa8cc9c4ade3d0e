import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

type Tab<V extends string> = { value: V; label: string };

type TabsProps<V extends string> = {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
  /** As wide as its labels; else as its place. */
  fit?: boolean;
  /** The open panel. */
  children: ReactNode;
};

/** Tabs of which one panel is open. */
export function Tabs<V extends string>({ label, tabs, value, onChange, fit, children }: TabsProps<V>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onChange(next as V)}
      className="grid content-start gap-5"
    >
      <Radix.List
        aria-label={label}
        className={cx(
          'grid auto-cols-fr grid-flow-col gap-1 rounded-md bg-sunken p-1',
          fit && 'justify-self-start',
        )}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="h-[30px] rounded-sm border border-transparent px-3 text-sm font-semi whitespace-nowrap text-ink-2 transition-colors hover:text-ink aria-selected:border-line aria-selected:bg-surface aria-selected:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {/* The first thing in a panel is a field: the panel itself is no stop. */}
      <Radix.Content value={value} tabIndex={-1} className="outline-none">
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
