import type { ReactNode } from 'react';
import { SideClose, SideOverlay, SideTitle } from './side-overlay.tsx';

type SidePanelProps = {
  title: string;
  /** Beside the title, such as how it stands. */
  badge?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** One thing of a list in full, at the right edge over the page; on a phone it takes the whole width. All of it scrolls. */
export function SidePanel({ title, badge, onClose, children }: SidePanelProps) {
  return (
    <SideOverlay
      open
      onOpenChange={(open) => !open && onClose()}
      className="right-0 grid w-full max-w-[560px] animate-slide-in-right content-start gap-5 overscroll-contain px-5 pt-4 pb-8 md:px-6 md:pt-5 forced-colors:border-l"
    >
      <header className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 pt-1">
          <SideTitle className="min-w-0 text-lg font-bold tracking-[-0.008em] [overflow-wrap:anywhere]">
            {title}
          </SideTitle>
          {badge}
        </div>
        <SideClose label="Close" />
      </header>
      {children}
    </SideOverlay>
  );
}
