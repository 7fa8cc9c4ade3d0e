import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('rounded-lg border border-line bg-surface px-5 py-4', className)} />;
}

type PanelProps = {
  title: string;
  /** The page's own title says it already. */
  titleHidden?: boolean;
  actions?: ReactNode;
  children: ReactNode;
};

/** A card with a head and a body that reaches its edges: tables and lists. */
export function Panel({ title, titleHidden, actions, children }: PanelProps) {
  return (
    <section aria-label={title} className="overflow-hidden rounded-lg border border-line bg-surface">
      <header className="flex min-h-[62px] flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 md:px-5 md:py-3.5">
        <h2 className={cx('text-lg font-bold tracking-[-0.008em]', titleHidden && 'sr-only')}>{title}</h2>
        {actions && (
          <div className={cx('flex flex-wrap items-center gap-2', titleHidden && 'flex-1')}>{actions}</div>
        )}
      </header>
      {/* Of its own, so that its first row draws no second line below the head's. */}
      <div>{children}</div>
    </section>
  );
}
