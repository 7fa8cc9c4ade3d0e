import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';

type PageHeadProps = {
  title: string;
  /** How things stand, in one line. */
  answer?: ReactNode;
  actions?: ReactNode;
};

export function PageHead({ title, answer, actions }: PageHeadProps) {
  usePageTitle(title);
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-xl font-bold tracking-[-0.014em]">{title}</h1>
        {answer && <div className="text-md text-ink-2">{answer}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
