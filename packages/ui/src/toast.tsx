import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useMemo, useRef } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { cx } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

export type ToastMessage = {
  id: number;
  title: string;
  description?: string;
  /** `plain`: something is done. `neutral`: worth knowing, but nothing was achieved. */
  tone: 'plain' | 'neutral' | 'bad';
};

const icons = {
  plain: <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />,
  neutral: <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-3" />,
  bad: <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />,
};

/**
 * Where a message stands on a wide screen: at the bottom right, but while a window is open, whose buttons are there, at the
 * top, where windows have their title.
 */
const places = {
  page: 'md:top-auto md:right-5 md:bottom-5 md:left-auto',
  window: 'md:top-2 md:right-auto md:left-1/2 md:-translate-x-1/2',
};

function placeNow(): string {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') ? places.window : places.page;
}

const shownFor = 5000;
const swipeDistance = 50;

type ToasterProps = { toast: ToastMessage | null; isOpen: boolean; onDismiss: (id: number) => void };

/** Shows at most one message: a new one takes the place of the old. F8 moves the focus here; a swipe to the right dismisses. */
export function Toaster({ toast, isOpen, onDismiss }: ToasterProps) {
  const viewport = useRef<HTMLOListElement>(null);
  const cameFrom = useRef<Element | null>(null);
  // Decided once for each: a message does not jump when the window that it is about closes.
  const place = useMemo(placeNow, [toast?.id]);
  return (
    <Radix.Provider
      duration={shownFor}
      swipeDirection="right"
      swipeThreshold={swipeDistance}
      label="Notification"
    >
      {toast && (
        <Radix.Root
          key={toast.id}
          open={isOpen}
          type={toast.tone === 'bad' ? 'foreground' : 'background'}
          onOpenChange={(open) => {
            if (open) return;
            leave(viewport.current, cameFrom.current);
            onDismiss(toast.id);
          }}
          onEscapeKeyDown={(event) => {
            // A message is no window: Escape is for what lies below it, unless the focus is in the message.
            if (viewport.current?.contains(event.target as Node)) return;
            passOn(event, () => onDismiss(toast.id));
          }}
          className="flex animate-slide-in-right items-start gap-2.5 rounded-lg border border-line bg-surface py-1.5 pr-1 pl-3 shadow-pop md:py-3 md:pr-2 md:pl-3.5 data-[swipe=cancel]:translate-x-0 data-[swipe=end]:animate-swipe-out data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
        >
          {icons[toast.tone]}
          <div className="grid min-w-0 flex-1 gap-0.5 text-sm">
            <Radix.Title className="font-semi">{toast.title}</Radix.Title>
            {toast.description && (
              <Radix.Description className="text-ink-2 max-md:text-xs">{toast.description}</Radix.Description>
            )}
          </div>
          <Radix.Close asChild>
            <IconButton label="Dismiss" className="-my-0.5 md:-my-1.5">
              <X />
            </IconButton>
          </Radix.Close>
        </Radix.Root>
      )}
      {createPortal(
        <Radix.Viewport
          ref={viewport}
          onFocus={({ relatedTarget }) => {
            if (!viewport.current?.parentElement?.contains(relatedTarget)) cameFrom.current = relatedTarget;
          }}
          hotkey={['F8']}
          label="Notifications ({hotkey})"
          className={cx(
            'pointer-events-auto fixed print:hidden top-1.5 right-15 left-2 z-60 grid outline-none sm:right-auto sm:w-[360px]',
            place,
          )}
        />,
        // Beside the dialogs and over them: a message is most often about what is done in one. On a phone over
        // the sign at the top, beside what opens the menu or closes a dialog: there it covers nothing that can be pressed.
        document.body,
      )}
    </Radix.Provider>
  );
}

/**
 * Leads the focus out of the message that goes, back to where it was. Radix stops the clock while focus or pointer are in
 * the message, and no longer listens for their leaving once the message is gone: the next one would stay for ever.
 */
function leave(viewport: HTMLElement | null, cameFrom: Element | null): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && viewport?.contains(activeElement)) {
    activeElement.blur();
    if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus();
  }
  viewport?.parentElement?.dispatchEvent(new Event('pointerleave'));
}

/** Radix takes whatever came last for the top-most: the message goes, and what lies below hears the key. */
function passOn(event: KeyboardEvent, dismiss: () => void): void {
  const { target, key, code } = event;
  event.preventDefault();
  event.stopImmediatePropagation();
  flushSync(dismiss);
  setTimeout(() => {
    target?.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }));
  });
}
