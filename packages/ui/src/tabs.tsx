import { type KeyboardEvent, type ReactNode, useId } from 'react';
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

/** Where a key leads from one of so many tabs; undefined for keys that lead nowhere. */
function describeNext(key: string, { index, count }: { index: number; count: number }): number | undefined {
  const places: Record<string, number> = {
    ArrowRight: (index + 1) % count,
    ArrowLeft: (index + count - 1) % count,
    Home: 0,
    End: count - 1,
  };
  return places[key];
}

/** Tabs by the ARIA pattern, of which one panel is open: one stop by keyboard, and the arrows open the one they go to. */
export function Tabs<V extends string>({ label, tabs, value, onChange, fit, children }: TabsProps<V>) {
  const id = useId();
  const move = (event: KeyboardEvent, index: number) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = describeNext(event.key, { index, count: tabs.length });
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    document.getElementById(`${id}${tab.value}`)?.focus();
    onChange(tab.value);
  };
  return (
    <div className="grid content-start gap-5">
      <div
        role="tablist"
        aria-label={label}
        className={cx(
          'grid auto-cols-fr grid-flow-col gap-1 rounded-md bg-sunken p-1',
          fit && 'justify-self-start',
        )}
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            id={`${id}${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={`${id}panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={(event) => move(event, index)}
            className="h-[30px] rounded-sm border border-transparent px-3 text-sm font-semi whitespace-nowrap text-ink-2 transition-colors hover:text-ink aria-selected:border-line aria-selected:bg-surface aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {/* The first thing in a panel is a field: the panel itself is no stop. */}
      <div
        key={value}
        id={`${id}panel`}
        role="tabpanel"
        aria-labelledby={`${id}${value}`}
        tabIndex={-1}
        className="outline-none"
      >
        {children}
      </div>
    </div>
  );
}
