import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';

type Tab<V extends string> = { value: V; label: string };

type TabsProps<V extends string> = {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
  children: ReactNode;
};

const steps: Record<string, number | undefined> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs by the ARIA pattern: one stop for Tab, arrows move and choose, Home and End go to the ends. `children` is the open panel. */
export const Tabs = <V extends string>({ label, tabs, value, onChange, children }: TabsProps<V>) => {
  const id = useId();
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const step = steps[event.key];
    const ends: Record<string, number | undefined> = { Home: 0, End: tabs.length - 1 };
    const to = step === undefined ? ends[event.key] : (at + step + tabs.length) % tabs.length;
    const next = to === undefined ? undefined : tabs[to];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="grid auto-cols-fr grid-flow-col gap-1 rounded-md bg-sunken p-1"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={cx(
              'h-[30px] rounded-sm border border-transparent px-3 text-sm font-semi whitespace-nowrap text-ink-2 transition-colors',
              'hover:text-ink aria-selected:border-line aria-selected:bg-surface aria-selected:text-ink',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
};
