import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';

type FigureProps = {
  title: string;
  /** Beside the title, at the right. */
  aside?: ReactNode;
  figure?: ReactNode;
  className?: string;
  children?: ReactNode;
};

/** A card of the overview: what is counted, how many, and why that is so. */
export function Figure({ title, aside, figure, className, children }: FigureProps) {
  return (
    <Card role="group" aria-label={title} className={className}>
      <div className="flex h-[18px] items-center justify-between gap-2">
        <p className="text-xs font-medium text-ink-3">{title}</p>
        {aside}
      </div>
      {figure !== undefined && (
        <div className="tabular mt-0.5 text-2xl font-bold tracking-[-0.02em]">{figure}</div>
      )}
      {children}
    </Card>
  );
}

export function Reason({ children }: { children: ReactNode }) {
  return <p className="text-xs text-ink-3">{children}</p>;
}

/**
 * The cards side by side where there is room; else two small ones over two wide ones, the first and the third sharing
 * the first line.
 */
export function FigureGrid({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <div className="grid grid-flow-row-dense grid-cols-2 gap-3 md:gap-4 @wide:grid-cols-[1fr_1fr_1fr_1.25fr]">
        {children}
      </div>
    </div>
  );
}

/** For a card that needs the whole line where they do not stand side by side. */
export const wholeLine = 'col-span-2 @wide:col-span-1';
