import { Card } from '@picksync/ui/card.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import type { ReactNode } from 'react';

type FigureProps = {
  title: string;
  /** Beside the title, at the right. */
  aside?: ReactNode;
  figure?: ReactNode;
  className?: string;
  children?: ReactNode;
};

/** A card of the overview: its title, the figure, and the reason. */
export function Figure({ title, aside, figure, className, children }: FigureProps) {
  const isCounted = figure !== undefined;
  return (
    <Card
      role="group"
      aria-label={title}
      className={cx('@max-[30rem]:px-2.5! @max-[30rem]:py-2!', className)}
    >
      <div
        className={cx(
          'flex h-[1.125rem] items-center justify-between gap-2',
          isCounted && '@max-[30rem]:h-8 @max-[30rem]:items-start',
        )}
      >
        <p className="text-xs font-medium text-ink-3 @max-[30rem]:leading-4">{title}</p>
        {aside}
      </div>
      {isCounted && (
        <div className="tabular mt-0.5 flow-root text-2xl font-bold tracking-[-0.02em]">{figure}</div>
      )}
      {children}
    </Card>
  );
}

/** The reason for a figure; on a phone it always takes two lines, on the narrowest three. */
export function Reason({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-[1lh] text-xs text-ink-3 @max-[30rem]:min-h-[2lh] @max-[20rem]:min-h-[3lh]">
      {children}
    </div>
  );
}

/**
 * The cards side by side where there is room; else two small ones over two wide ones, the first and the third sharing
 * the first line. On a phone three small ones over a flat one, so that the first automation is seen beneath them.
 */
export function FigureGrid({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <div className="grid grid-flow-row-dense grid-cols-2 gap-3 md:gap-4 @max-[30rem]:grid-cols-3 @max-[30rem]:gap-2 @wide:grid-cols-[1fr_1fr_1fr_1.25fr]">
        {children}
      </div>
    </div>
  );
}

/** The places of the parts of the cards, the same while they are loading. */
export const places = {
  /** A card with a chart: the whole line where the cards do not stand side by side. */
  charted: 'col-span-2 @max-[30rem]:col-span-1 @wide:col-span-1',
  chart: 'mt-2 h-7 @max-[30rem]:hidden',
  wholeLine: 'col-span-2 @max-[30rem]:col-span-3 @wide:col-span-1',
  bar: 'mt-4 mb-2.5 @max-[30rem]:mt-2 @max-[30rem]:mb-1.5',
};
