import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useFocusReturn } from './focus-return.ts';
import { IconButton } from './icon-button.tsx';
import { useTopmostEscape } from './topmost-escape.ts';

type SideOverlayProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Where its surface stands, and how it comes and goes. */
  className: string;
  children: ReactNode;
};

/** A surface at an edge of the page, which it covers. */
export function SideOverlay({ open, onOpenChange, className, children }: SideOverlayProps) {
  const focus = useFocusReturn();
  const onEscape = useTopmostEscape(open, () => onOpenChange(false));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim data-[state=closed]:animate-fade-out" />
        <Radix.Content
          aria-describedby={undefined}
          {...focus}
          onEscapeKeyDown={onEscape}
          className={`fixed inset-y-0 z-50 overflow-y-auto bg-surface shadow-pop outline-none ${className}`}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const SideTitle = Radix.Title;

export function SideClose({ label }: { label: string }) {
  return (
    <Radix.Close asChild>
      <IconButton label={label}>
        <X />
      </IconButton>
    </Radix.Close>
  );
}
