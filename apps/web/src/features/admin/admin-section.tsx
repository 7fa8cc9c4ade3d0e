import { SelectInput } from '@picksync/ui/select-input.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import { PageHead } from '../../ui/page-head.tsx';
import { PanelBoundary } from '../../ui/panel-boundary.tsx';

type AdminSectionProps = {
  title: string;
  /** The state of everything, in one line. */
  subtitle?: ReactNode;
  /** Filters of the list, and the button that adds to it. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A page for administrators: its head, and a panel that loads and fails by itself. */
export function AdminSection({ children, ...head }: AdminSectionProps) {
  return (
    <>
      <PageHead {...head} />
      <AdminPanel>{children}</AdminPanel>
    </>
  );
}

/** A panel that reads its data with suspense queries. */
export function AdminPanel({ children }: { children: ReactNode }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <PanelBoundary skeleton={<TableShape />} failure="This could not be loaded. Please try again.">
        {children}
      </PanelBoundary>
    </div>
  );
}

function TableShape() {
  return (
    <Loading label="Loading">
      <div className="h-[35px] border-b border-line bg-sunken" />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <div key={row} className="flex h-[57px] items-center gap-6 border-b border-line px-5 last:border-0">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-3.5 w-1/6" />
          <Skeleton className="h-3.5 w-1/4 max-sm:hidden" />
        </div>
      ))}
    </Loading>
  );
}

type FilterProps<V extends string> = {
  label: string;
  value: V;
  onChange: (value: V) => void;
  options: readonly (readonly [value: V, words: string])[];
  className?: string;
};

/** What is shown of a list. */
export function Filter<V extends string>({ label, options, onChange, ...select }: FilterProps<V>) {
  return (
    <SelectInput
      aria-label={label}
      {...select}
      onChange={({ target }) => {
        const chosen = options.find(([value]) => value === target.value);
        if (chosen) onChange(chosen[0]);
      }}
    >
      {options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </SelectInput>
  );
}
