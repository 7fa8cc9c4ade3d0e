import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { useFocusReturn } from './focus-return.ts';
import { IconButton } from './icon-button.tsx';

export type DialogWidth = keyof typeof widths;

const widths = {
  sm: 'md:max-w-[420px]',
  md: 'md:max-w-[560px]',
  lg: 'md:max-w-[760px]',
  xl: 'md:max-w-[880px]',
};

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One sentence under the title; read out when the dialog opens. */
  description?: string;
  width?: DialogWidth;
  /** Brings the focus to where the user wants to begin; else it begins at the first thing in the dialog. */
  onOpenFocus?: () => void;
  children?: ReactNode;
  /** The buttons. They stay in sight while the content scrolls. */
  footer?: ReactNode;
};

/** A window over the page; on a phone it rises from the bottom edge and takes the whole width. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  width = 'sm',
  onOpenFocus,
  children,
  footer,
}: DialogProps) {
  const focus = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade-in bg-scrim data-[state=closed]:animate-fade-out" />
        <Radix.Content
          // Without a description Radix warns unless this is said on purpose.
          {...(!description && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus();
            if (!onOpenFocus) return;
            event.preventDefault();
            onOpenFocus();
          }}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          // Radix takes the focus round from the last to the first without scrolling there.
          onFocus={({ target }) => target.scrollIntoView({ block: 'nearest' })}
          className={cx(
            'fixed inset-x-0 bottom-0 z-50 grid max-h-[92dvh] animate-rise-in grid-rows-[auto_minmax(0,1fr)_auto] bg-surface shadow-pop outline-none',
            'rounded-t-xl md:inset-0 md:m-auto md:h-fit md:max-h-[86dvh] md:w-[calc(100vw-48px)] md:rounded-xl',
            // Too low for a head and a foot beside the content: all of it scrolls.
            'short:block short:max-h-dvh short:scroll-pt-20 short:overflow-y-auto short:overscroll-contain',
            'data-[state=closed]:animate-fade-out',
            widths[width],
          )}
        >
          <header className="grid gap-1 px-5 pt-4 pr-14 pb-3 md:pt-5 md:pl-6">
            <Radix.Title className="text-lg font-bold tracking-[-0.008em]">{title}</Radix.Title>
            {description && (
              <Radix.Description className="text-sm text-ink-2">{description}</Radix.Description>
            )}
          </header>
          {children ? (
            <div className="overflow-y-auto overscroll-contain px-5 short:overflow-y-visible pb-5 md:px-6">
              {children}
            </div>
          ) : (
            <div className="h-2" />
          )}
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5 md:px-6">
              {footer}
            </footer>
          )}
          {/* Last, so that the focus begins at what the dialog is about. */}
          <Radix.Close asChild>
            <IconButton label="Close" className="absolute! top-3 right-3.5 md:top-4 md:right-4.5">
              <X />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
