import { type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';
import { Loading, Skeleton } from './skeleton.tsx';

type SettingRowProps = {
  title: ReactNode;
  /** A state, at the right of the title. */
  badge?: ReactNode;
  /** What it is, or what it does, in a line. */
  detail?: ReactNode;
  /** What became of the last change. It stands in the place of the detail, so that nothing moves. */
  note?: ReactNode;
  /** What can be done with it. */
  action?: ReactNode;
  icon?: ReactNode;
};

/** One row of a panel with settings: what there is, how it stands, and the button that changes it. */
export function SettingRow({ title, badge, detail, note, action, icon }: SettingRowProps) {
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
        {note}
        {detail && !note && <div className="text-xs/4.5 text-ink-2">{detail}</div>}
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </fieldset>
  );
}

type SettingsSectionProps = {
  id: string;
  title: string;
  /** Whether the address leads here: its heading takes the focus. */
  isAddressed: boolean;
  /** Its panels. */
  children: ReactNode;
};

/** Where a jump to a section or to a part of it ends: below what stays at the top of the window. */
export const scrollMargin = 'scroll-mt-30 md:scroll-mt-16 min-[1160px]:scroll-mt-6';

/** A group of settings: its heading, and its panels below. */
export function SettingsSection({ id, title, isAddressed, children }: SettingsSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={cx('grid grid-cols-[minmax(0,1fr)] gap-2', scrollMargin)}
    >
      <h2
        id={`${id}-title`}
        data-page-heading={isAddressed || undefined}
        className="text-lg font-bold tracking-[-0.008em] outline-none"
      >
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A panel with rows of settings, under a title where a section has several. */
export function SettingsPanel({ title, children }: { title?: string | undefined; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 not-first:mt-1">
      {title && <h3 className="font-semi">{title}</h3>}
      <div className="overflow-hidden rounded-lg border border-line bg-surface">{children}</div>
    </div>
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
