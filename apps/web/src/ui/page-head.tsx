import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';

type PageHeadProps = {
  title: string;
  /** The state of everything, in one line. */
  subtitle?: ReactNode;
  actions?: ReactNode;
};

export function PageHead({ title, subtitle, actions }: PageHeadProps) {
  usePageTitle(title);
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-xl font-bold tracking-[-0.014em]">{title}</h1>
        {/* Two lines on a phone, whether they are needed or not: what comes beneath keeps its place. */}
        {subtitle && (
          <div className="min-h-[2.625rem] text-md text-ink-2 sm:min-h-[1.3125rem]">{subtitle}</div>
        )}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
