import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useFocusReturn } from './focus-return.ts';
import { IconButton } from './icon-button.tsx';
import { ToastPlace } from './toast-place.tsx';
import { useTopmostEscape } from './topmost-escape.ts';

type SideOverlayProps = {
  open: boolean;
  onClose: () => void;
  /** Where its surface stands, and how it comes and goes. */
  className: string;
  /** The foot, which is there only while it has a message. */
  footClassName: string;
  children: ReactNode;
};

/** A surface at an edge of the page, which it covers. */
function SideOverlay({ open, onClose, className, footClassName, children }: SideOverlayProps) {
  const focus = useFocusReturn();
  const onEscape = useTopmostEscape(open, onClose);
  return (
    <Radix.Root open={open} onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim data-[state=closed]:animate-fade-out" />
        <Radix.Content
          aria-describedby={undefined}
          {...focus}
          onEscapeKeyDown={onEscape}
          className={`fixed inset-y-0 z-50 flex flex-col overflow-y-auto bg-surface shadow-pop outline-none ${className}`}
        >
          {children}
          {/* It takes room of its own: nothing lies over the title or over what can be pressed. */}
          <ToastPlace
            className={`sticky bottom-0 z-20 mt-auto border-t border-line bg-surface py-2.5 ${footClassName}`}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function SideClose({ label }: { label: string }) {
  return (
    <Radix.Close asChild>
      <IconButton label={label}>
        <X />
      </IconButton>
    </Radix.Close>
  );
}

type SidePanelProps = {
  title: string;
  /** Beside the title, such as how it stands. */
  badge?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** One thing of a list in full, at the right edge over the page; on a phone it takes the whole width. Its head stays in sight. */
export function SidePanel({ title, badge, onClose, children }: SidePanelProps) {
  return (
    <SideOverlay
      open
      onClose={onClose}
      // What is focused under the head would be out of sight.
      className="inset-e-0 w-full max-w-[560px] animate-slide-in-right scroll-pt-16 gap-5 *:shrink-0 overscroll-contain px-5 md:px-6 forced-colors:border-s"
      footClassName="-mx-5 px-5 md:-mx-6 md:px-6"
    >
      <header className="sticky top-0 z-20 -mx-5 flex items-start justify-between gap-3 border-b border-line bg-surface px-5 pt-4 pb-3 md:-mx-6 md:px-6 md:pt-5">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 pt-1">
          <Radix.Title className="min-w-0 text-lg font-bold tracking-[-0.008em] [overflow-wrap:anywhere]">
            {title}
          </Radix.Title>
          {badge}
        </div>
        <SideClose label="Close" />
      </header>
      {children}
      {/* Room at the end: padding of the panel would lift what sticks to its bottom. */}
      <div className="h-3" />
    </SideOverlay>
  );
}

type SideSheetProps = {
  open: boolean;
  onClose: () => void;
  /** Read out when it opens; not shown. */
  title: string;
  header: ReactNode;
  children: ReactNode;
};

/** The menu that slides out of the left edge on a phone. */
export function SideSheet({ open, onClose, title, header, children }: SideSheetProps) {
  return (
    <SideOverlay
      open={open}
      onClose={onClose}
      className="inset-s-0 w-[288px] max-w-[86vw] animate-slide-in-left data-[state=closed]:animate-slide-out-left"
      footClassName="px-4"
    >
      <Radix.Title className="sr-only">{title}</Radix.Title>
      <header className="flex items-center justify-between px-4 pt-3 pb-1">
        {header}
        <SideClose label="Close menu" />
      </header>
      {children}
    </SideOverlay>
  );
}
