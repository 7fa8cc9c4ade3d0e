import type { ReactNode } from 'react';
import { SideClose, SideOverlay, SideTitle } from './side-overlay.tsx';

type SideSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Read out when it opens; not shown. */
  title: string;
  header: ReactNode;
  children: ReactNode;
};

/** The menu that slides out of the left edge on a phone. */
export function SideSheet({ open, onOpenChange, title, header, children }: SideSheetProps) {
  return (
    <SideOverlay
      open={open}
      onOpenChange={onOpenChange}
      className="left-0 flex w-[288px] max-w-[86vw] animate-slide-in-left flex-col data-[state=closed]:animate-slide-out-left"
    >
      <SideTitle className="sr-only">{title}</SideTitle>
      <header className="flex items-center justify-between px-4 pt-3 pb-1">
        {header}
        <SideClose label="Close menu" />
      </header>
      {children}
    </SideOverlay>
  );
}
