import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useFocusReturn } from './focus-return.ts';
import { IconButton } from './icon-button.tsx';

type SidePanelProps = {
  title: string;
  /** Beside the title, such as how it stands. */
  badge?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** One thing of a list in full, at the right edge over the page; on a phone it takes the whole width. All of it scrolls. */
export function SidePanel({ title, badge, onClose, children }: SidePanelProps) {
  const focus = useFocusReturn();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          {...focus}
          className="fixed inset-y-0 right-0 z-50 grid w-full max-w-[560px] animate-slide-in-right content-start gap-5 overflow-y-auto overscroll-contain bg-surface px-5 pt-4 pb-8 shadow-pop outline-none md:px-6 md:pt-5 forced-colors:border-l"
        >
          <header className="flex items-start justify-between gap-3">
            <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 pt-1">
              <Radix.Title className="min-w-0 text-lg font-bold tracking-[-0.008em] [overflow-wrap:anywhere]">
                {title}
              </Radix.Title>
              {badge}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close">
                <X />
              </IconButton>
            </Radix.Close>
          </header>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
