import type { ReactNode } from 'react';

type SideBlockProps = {
  title: string;
  /** At the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A small framed block of the sidebar: caption, state, a few lines. */
export function SideBlock({ title, aside, children }: SideBlockProps) {
  return (
    <section aria-label={title} className="grid gap-1 rounded-lg border border-line p-3 text-sm">
      <div className="flex min-h-[22px] flex-wrap items-center justify-between gap-x-1 gap-y-1">
        <h2 className="text-xs font-medium text-ink-3">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
