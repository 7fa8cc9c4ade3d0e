import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useBackClosesWhile } from './back-closes.ts';
import { cx } from './class-names.ts';
import { DialogNoticeStrip } from './dialog-notice-strip.tsx';
import { useFocusReturn } from './focus-return.ts';
import { IconButton } from './icon-button.tsx';
import { ToastPlace } from './toast-place.tsx';
import { useTopmostEscape } from './topmost-escape.ts';

const widths = {
  sm: 'md:max-w-[420px]',
  md: 'md:max-w-[560px]',
  lg: 'md:max-w-[760px]',
  xl: 'md:max-w-[880px]',
  full: 'md:max-w-[1160px]',
};

export type DialogProps = {
  title: string;
  /** One sentence under the title; read out when the dialog opens. */
  description?: string;
  width?: keyof typeof widths | undefined;
  /** Brings the focus to where the user wants to begin; else it begins at the first thing in the dialog. */
  onOpenFocus?: (() => void) | undefined;
  children?: ReactNode;
  /** Stands beside the content where there is room, else below it. Such a dialog takes the whole of a phone. */
  side?: ReactNode;
  /** The buttons. They stay in sight while the content scrolls. */
  footer?: ReactNode;
  /** Whether the address says that it is open, so that Back closes it anyway. */
  inAddress?: boolean | undefined;
  /** Whether it says itself that the session has ended. */
  isAboutSession?: boolean | undefined;
  /** Called when it should close. It is open for as long as it is drawn. */
  onClose: () => void;
};

/** Its content alone scrolls, between head and foot. Where it is too low for both beside the content, all of it does. */
const plain = {
  content:
    'grid max-h-[92dvh] grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] rounded-t-xl md:inset-0 md:m-auto md:h-fit md:max-h-[92dvh] md:w-[calc(100vw-48px)] md:rounded-xl short:block short:max-h-dvh short:scroll-pt-20 short:overflow-y-auto short:overscroll-contain',
  header: '',
  body: 'overflow-y-auto overscroll-contain short:overflow-y-visible',
  footer: '',
  close: 'contents',
};

/** As high as it may be from the start, so that nothing moves when its side is there. */
const withSide = {
  content: cx(
    'top-0 flex scroll-pt-32 scroll-pb-20 flex-col overflow-y-auto overscroll-contain short:scroll-pb-0',
    'md:inset-0 md:m-auto md:h-[min(880px,92dvh)] md:w-[calc(100vw-48px)] md:rounded-xl',
    'lg:grid lg:grid-cols-[minmax(0,1fr)_400px] lg:scroll-p-0 lg:grid-rows-[auto_minmax(0,1fr)_auto] lg:overflow-clip xl:grid-cols-[minmax(0,1fr)_424px]',
  ),
  header:
    'sticky top-0 z-10 shrink-0 bg-surface short:static lg:static lg:col-start-1 lg:row-start-1 lg:rounded-ss-xl',
  body: 'shrink-0 lg:col-start-1 lg:row-start-2 lg:overflow-y-auto lg:overscroll-contain',
  footer:
    'sticky bottom-0 z-10 order-last mt-auto shrink-0 bg-surface short:static lg:static lg:col-span-2 lg:row-start-3 lg:rounded-b-xl',
  close: 'sticky top-0 z-20 order-first h-0 shrink-0 lg:contents',
};

/** A window over the page; on a phone it rises from the bottom edge and takes the whole width. */
export function Dialog({
  title,
  description,
  width = 'sm',
  onOpenFocus,
  children,
  side,
  footer,
  inAddress = false,
  isAboutSession,
  onClose,
}: DialogProps) {
  const focus = useFocusReturn();
  const onEscape = useTopmostEscape(true, onClose);
  useBackClosesWhile(!inAddress, onClose, { mayStay: true });
  const look = side === undefined ? plain : withSide;
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade-in bg-scrim" />
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
          onEscapeKeyDown={onEscape}
          // Radix takes the focus round from the last to the first without scrolling there.
          onFocus={({ target }) => target.scrollIntoView({ block: 'nearest' })}
          className={cx(
            'fixed inset-x-0 bottom-0 z-50 animate-rise-in bg-surface shadow-pop outline-none',
            look.content,
            widths[width],
          )}
        >
          <header
            className={cx(
              'grid grid-cols-[minmax(0,1fr)] gap-1 px-5 pt-4 pe-14 pb-3 md:pt-5 md:ps-6',
              look.header,
            )}
          >
            <DialogNoticeStrip
              isAboutSession={isAboutSession}
              className="-mx-5 -mt-4 mb-2 -me-14 overflow-hidden rounded-t-xl md:-ms-6 md:-mt-5"
            />
            <Radix.Title className="text-lg font-bold tracking-[-0.008em]">{title}</Radix.Title>
            {description && (
              <Radix.Description className="text-sm text-ink-2">{description}</Radix.Description>
            )}
          </header>
          {children ? (
            // Without buttons below, what is coloured in it reaches the corners.
            <div className={cx('px-5 pb-5 md:px-6', look.body, !footer && 'md:rounded-b-xl')}>{children}</div>
          ) : (
            <div className="h-2" />
          )}
          {footer ? (
            <footer
              className={cx(
                'flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3.5 md:px-6',
                look.footer,
              )}
            >
              {footer}
              <ToastPlace className="order-0 me-auto flex-1 basis-56 max-md:order-first max-md:basis-full" />
            </footer>
          ) : (
            // A foot that is there only while it has something to say: nothing lies over the title.
            <ToastPlace className={cx('border-t border-line px-5 py-2.5 md:px-6', look.footer)} />
          )}
          {/* After the foot, so that who has filled in what stands beside it need not go through it to the button. */}
          {side !== undefined && (
            <aside className="shrink-0 border-t border-line px-5 py-5 empty:hidden md:px-6 lg:bg-canvas lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:overflow-y-auto lg:overscroll-contain lg:rounded-se-xl lg:border-t-0 lg:border-s">
              {side}
            </aside>
          )}
          {/* Last, so that the focus begins at what the dialog is about. */}
          <div className={look.close}>
            <Radix.Close asChild>
              <IconButton label="Close" className="absolute! top-3 inset-e-3.5 md:top-4 md:inset-e-4.5">
                <X />
              </IconButton>
            </Radix.Close>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
