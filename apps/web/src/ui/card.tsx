import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';

export const Card = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div {...rest} className={cx('rounded-lg border border-line bg-surface px-5 py-4', className)} />
);

type PanelProps = { title: string; actions?: ReactNode; children: ReactNode };

/** A card with a head and a body that reaches its edges: tables and lists. */
export const Panel = ({ title, actions, children }: PanelProps) => (
  <section aria-label={title} className="overflow-hidden rounded-lg border border-line bg-surface">
    <header className="flex min-h-[62px] flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-3.5 md:px-5">
      <h2 className="text-lg font-bold tracking-[-0.008em]">{title}</h2>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
    {children}
  </section>
);
