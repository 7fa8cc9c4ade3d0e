import { CircleAlert, CircleCheck, CirclePause, Info, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { buttonClass } from './button.tsx';
import { cx } from './class-names.ts';
import { pressableBoxes, upToFreePlace } from './free-place.ts';
import { IconButton } from './icon-button.tsx';
import { useDialogToastPlace } from './toast-place.tsx';

export type ToastMessage = {
  id: number;
  title: string;
  description?: string;
  /** `plain`: something is done. `paused`: something rests. `neutral`: worth knowing, but nothing was achieved. */
  tone: 'plain' | 'paused' | 'neutral' | 'bad';
  /** What can be done about it. The message goes when it is pressed. */
  action?: {
    label: string;
    /** How the same is reached without the message, for screen readers: they may come too late. */
    elsewhere: string;
    act: () => unknown;
  };
};

const icons = {
  plain: <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />,
  paused: <CirclePause aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-3" />,
  neutral: <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-3" />,
  bad: <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />,
};

const page = {
  /**
   * At the bottom in the middle of the content, where a page has words and no buttons; on a phone over the sign at the top,
   * beside what opens the menu. Where that is not so, `KeepOffControls` moves it.
   */
  viewport: cx(
    'pointer-events-auto fixed z-60 grid outline-none print:hidden',
    'max-md:inset-s-2 max-md:inset-e-2 sm:max-md:w-[360px]',
    'max-md:data-[at=top]:inset-e-15 max-md:data-[at=top]:top-1.5 max-md:data-[at=bottom]:bottom-[calc(8px+var(--up))]',
    'md:inset-s-0 md:inset-e-0 md:bottom-[calc(20px+var(--up))] md:mx-auto md:w-fit md:min-w-[280px] md:max-w-[440px]',
    'md:in-[body:has([data-sidebar])]:inset-s-[clamp(256px,30vw,16rem)]',
  ),
  toast:
    'animate-rise-in rounded-lg border border-line bg-surface py-1.5 ps-3 pe-1 shadow-pop md:py-2 md:ps-3.5',
};

/** The dialog says where: plain words in its foot. */
const dialog = { viewport: 'grid w-fit max-w-full outline-none', toast: 'animate-fade-in' };

const shownFor = 5000;
const swipeDistance = 50;

type ToasterProps = {
  toast: ToastMessage | null;
  isOpen: boolean;
  /** How many errors come back when this one goes. */
  waiting?: number;
  onDismiss: (id: number) => void;
};

/**
 * Shows at most one message: a new one takes the place of the old. An error stays until it is dismissed. F8 moves the focus
 * to its first button; a swipe to the right dismisses.
 */
export function Toaster({ toast, isOpen, waiting = 0, onDismiss }: ToasterProps) {
  const viewport = useRef<HTMLOListElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const dialogPlace = useDialogToastPlace();
  const look = dialogPlace ? dialog : page;
  useEndOfPause(viewport, dialogPlace);
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
          duration={toast.tone === 'bad' ? Number.POSITIVE_INFINITY : shownFor}
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
          className={cx(
            // One line stands in the middle of the button beside it, which is high for a finger.
            toast.description || waiting > 0 ? 'items-start' : 'items-center',
            'flex gap-2.5 data-[swipe=cancel]:translate-x-0 data-[swipe=end]:animate-swipe-out data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            look.toast,
          )}
        >
          {!dialogPlace && <KeepOffControls viewport={viewport} />}
          {icons[toast.tone]}
          {/* Spaces keep the sentences apart where they are read out. */}
          <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5 text-sm">
            <Radix.Title className="font-semi">{toast.title}</Radix.Title>{' '}
            {toast.description && (
              <Radix.Description className="text-ink-2 max-md:text-xs">{toast.description}</Radix.Description>
            )}{' '}
            {waiting > 0 && (
              <p className="text-xs text-ink-2">
                {waiting === 1 ? '1 more message' : `${waiting} more messages`}
              </p>
            )}
          </div>
          {toast.action && <Action {...toast.action} />}
          <Radix.Close asChild>
            <IconButton label="Dismiss" className={cx('-my-0.5 md:-my-1.5', toast.action && 'self-center')}>
              <X />
            </IconButton>
          </Radix.Close>
        </Radix.Root>
      )}
      {createPortal(
        <Radix.Viewport
          ref={viewport}
          onFocus={({ target, currentTarget, relatedTarget }) => {
            if (!viewport.current?.parentElement?.contains(relatedTarget)) cameFrom.current = relatedTarget;
            // F8 leads to the list; what a user comes for is its first button.
            if (target === currentTarget) currentTarget.querySelector('button')?.focus();
          }}
          hotkey={['F8']}
          label="Notifications ({hotkey})"
          className={look.viewport}
        />,
        // Outside of an open dialog nothing can be reached: a message comes into it, and leaves it when it closes.
        dialogPlace ?? document.body,
      )}
    </Radix.Provider>
  );
}

function Action({ label, elsewhere, act }: NonNullable<ToastMessage['action']>) {
  return (
    <Radix.Action asChild altText={elsewhere}>
      <button
        type="button"
        onClick={() => void act()}
        className={cx(buttonClass({ size: 'sm' }), 'self-center md:-my-0.5')}
      >
        {label}
      </button>
    </Radix.Action>
  );
}

const phone = '(width < 48rem)';

/** How long a page has to stand still before a message looks for another place, in milliseconds. */
const settledAfter = 150;

/**
 * Moves a message to where nothing on the page can be pressed: when it has come, and, as an error stays, whenever the page below
 * it has changed or was scrolled. It does not move away from a pointer or the focus.
 */
function KeepOffControls({ viewport }: { viewport: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => {
    const place = viewport.current;
    if (!place) return;
    keepOff(place);
    let settled: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(settled);
      settled = setTimeout(() => {
        if (!place.matches(':hover, :focus-within')) keepOff(place);
      }, settledAfter);
    };
    const resized = new ResizeObserver(later);
    resized.observe(document.body);
    window.addEventListener('resize', later);
    document.addEventListener('scroll', later, { capture: true, passive: true });
    return () => {
      clearTimeout(settled);
      resized.disconnect();
      window.removeEventListener('resize', later);
      document.removeEventListener('scroll', later, { capture: true });
    };
  }, [viewport]);
  return null;
}

function keepOff(place: HTMLElement): void {
  const controls = pressableBoxes(place);
  const stand = (at: 'top' | 'bottom', up: number) => {
    place.dataset.at = at;
    place.style.setProperty('--up', `${up}px`);
    return place.getBoundingClientRect();
  };
  const most = window.innerHeight * 0.4;
  if (window.matchMedia(phone).matches && upToFreePlace(stand('top', 0), controls, 0) === 0) return;
  const up = upToFreePlace(stand('bottom', 0), controls, most);
  if (up === null && window.matchMedia(phone).matches) stand('top', 0);
  else stand('bottom', up ?? 0);
}

/**
 * Ends what stops the clock of a message when it moves into a dialog or out of it: Radix would wait for focus or pointer to
 * leave a place that is no longer there.
 */
function useEndOfPause(viewport: RefObject<HTMLElement | null>, place: HTMLElement | null): void {
  useLayoutEffect(() => {
    const left = viewport.current?.parentElement;
    return () => {
      if (left?.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
      left?.dispatchEvent(new Event('pointerleave'));
    };
  }, [viewport, place]);
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
