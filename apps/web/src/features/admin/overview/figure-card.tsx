import { Card } from '@picksync/ui/card.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import type { ReactNode } from 'react';

type FigureCardProps = {
  title: string;
  aside?: ReactNode;
  figure: ReactNode;
  /** Why the figure is as it is. */
  reason: ReactNode;
  className: string | undefined;
  children: ReactNode;
};

/** A card with a figure: its title, the number, the reason, and a chart. */
export function FigureCard({ title, aside, figure, reason, className, children }: FigureCardProps) {
  return (
    <Card role="group" aria-label={title} className={cx('flex flex-col', className)}>
      <div className="flex flex-wrap justify-between gap-x-3 text-xs font-medium text-ink-2">
        <h2 className="text-xs font-medium">{title}</h2>
        {aside}
      </div>
      <p className="tabular text-2xl font-bold tracking-[-0.02em]">{figure}</p>
      <p className="text-xs text-ink-2">{reason}</p>
      {children}
    </Card>
  );
}
