import { type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';
import { Loading, Skeleton } from './skeleton.tsx';

type SettingRowProps = {
  title: ReactNode;
  /** A state, at the right of the title. */
  badge?: ReactNode;
  /** What it is, or what it does, in a line. */
  detail?: ReactNode;
  /** What can be done with it. */
  action?: ReactNode;
  icon?: ReactNode;
};

/** One row of a panel with settings: what there is, how it stands, and the button that changes it. */
export function SettingRow({ title, badge, detail, action, icon }: SettingRowProps) {
  const id = useId();
  return (
    <fieldset
      aria-labelledby={id}
      className="flex min-w-0 min-h-[60px] flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line px-4 py-[11px] not-first:border-t md:px-5"
    >
      {icon && <span className="shrink-0 text-ink-2 [&_svg]:size-4">{icon}</span>}
      <div className="min-w-0 flex-[1_1_11rem]">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span id={id} className="min-w-0 font-semi break-words">
            {title}
          </span>
          {badge}
        </div>
        {detail && <div className="text-xs/4.5 text-ink-2">{detail}</div>}
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </fieldset>
  );
}

type SettingsSectionProps = {
  id: string;
  title: string;
  about: string;
  /** Whether the address leads here: its heading takes the focus. */
  isAddressed: boolean;
  children: ReactNode;
};

/** A group of settings: what it is for at the left, its panel with rows at the right; on a phone one above the other. */
export function SettingsSection({ id, title, about, isAddressed, children }: SettingsSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-28 grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-3 md:scroll-mt-16 lg:grid-cols-[200px_minmax(0,1fr)]"
    >
      <div className="lg:pt-3">
        <h2
          id={`${id}-title`}
          data-page-heading={isAddressed || undefined}
          className="text-lg font-bold tracking-[-0.008em] outline-none"
        >
          {title}
        </h2>
        <p className="mt-0.5 text-xs/4.5 text-pretty text-ink-2">{about}</p>
      </div>
      <div className="overflow-hidden rounded-lg border border-line bg-surface">{children}</div>
    </section>
  );
}

/** The shape of a panel with rows. */
export function SettingsSkeleton({ rows = 1 }: { rows?: number }) {
  return (
    <Loading label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className={cx(
            'flex min-h-[60px] flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-[11px] md:px-5',
            row > 0 && 'border-t border-line',
          )}
        >
          <div className="grid flex-[1_1_11rem] gap-2 py-[2.5px]">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
          <Skeleton className="h-8.5 w-20" />
        </div>
      ))}
    </Loading>
  );
}
