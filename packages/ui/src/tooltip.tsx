import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type RefAttributes,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { floatsIn, type Placement, usePlacement } from './placement.ts';

type Anchor = HTMLAttributes<HTMLElement> & RefAttributes<HTMLElement>;

type TooltipProps = {
  text: string;
  side?: Placement['side'];
  /** One element that takes a ref and is reached by keyboard. */
  children: ReactElement<Anchor>;
};

const openAfterMs = 250;
/** Time to move the pointer over to what has opened. */
const closeAfterMs = 120;

/**
 * A short explanation on hover and on keyboard focus; Escape takes it away. Nothing of it is there before: lists have one
 * in every row.
 */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpen, setOpen] = useState(false);
  const change = (open: boolean, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(open), afterMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const stay = () => clearTimeout(timer.current);
  const leave = () => change(false, closeAfterMs);
  return (
    <>
      {cloneElement(children, {
        ref: anchor,
        ...(isOpen && { 'aria-describedby': id }),
        onPointerEnter: ({ pointerType }) => pointerType !== 'touch' && change(true, openAfterMs),
        onPointerLeave: leave,
        onPointerDown: () => change(false, 0),
        onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && change(true, 0),
        onBlur: () => change(false, 0),
      })}
      {isOpen && (
        <Bubble
          id={id}
          anchor={anchor}
          side={side}
          onEnter={stay}
          onLeave={leave}
          onClose={() => setOpen(false)}
        >
          {text}
        </Bubble>
      )}
    </>
  );
}

type BubbleProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  side: Placement['side'];
  onEnter: () => void;
  onLeave: () => void;
  onClose: () => void;
  children: string;
};

function Bubble({ id, anchor, side, onEnter, onLeave, onClose, children }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  usePlacement(bubble, anchor, { side, gap: 6 });
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // What lies below stays: windows listen at the document, which comes after this.
      event.stopPropagation();
      onClose();
    };
    window.addEventListener('keydown', close, { capture: true });
    return () => window.removeEventListener('keydown', close, { capture: true });
  });
  return createPortal(
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="fixed top-0 left-0 z-50 w-max max-w-[260px] animate-fade-in rounded-sm bg-ink px-2.5 py-1.5 text-xs text-canvas shadow-pop forced-colors:border"
    >
      {children}
    </div>,
    floatsIn(anchor.current),
  );
}
