import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useFocusReturn } from './focus-return.ts';
import { IconButton } from './icon-button.tsx';

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
  const focus = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim data-[state=closed]:animate-fade-out" />
        <Radix.Content
          aria-describedby={undefined}
          {...focus}
          className="fixed inset-y-0 left-0 z-50 flex w-[288px] max-w-[86vw] animate-slide-in-left flex-col overflow-y-auto bg-surface shadow-pop outline-none data-[state=closed]:animate-slide-out-left"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          <header className="flex items-center justify-between px-4 pt-3 pb-1">
            {header}
            <Radix.Close asChild>
              <IconButton label="Close menu">
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
