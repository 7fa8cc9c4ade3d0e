import { cx } from '@picksync/ui/class-names.ts';
import type { ReactNode } from 'react';

type LandingSectionProps = {
  id?: string;
  title: string;
  text?: ReactNode;
  /** Whether the heading stands beside the content where there is room, instead of above it. */
  beside?: boolean;
  children: ReactNode;
};

export function LandingSection({ id, title, text, beside = false, children }: LandingSectionProps) {
  return (
    <section
      id={id}
      aria-label={title}
      className={cx(
        'mx-auto grid w-full max-w-[1184px] scroll-mt-20 grid-cols-[minmax(0,1fr)] content-start gap-x-14 gap-y-7 px-4 md:px-8',
        beside && 'lg:grid-cols-[minmax(0,1fr)_minmax(0,2.2fr)]',
      )}
    >
      <div className="grid content-start gap-2">
        <h2 className="text-2xl font-bold tracking-[-0.022em]">{title}</h2>
        {text && <p className="max-w-[62ch] text-lg text-pretty text-ink-2">{text}</p>}
      </div>
      {children}
    </section>
  );
}
