import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

type PinOrderOptions = {
  pins: readonly string[];
  onMove: (pins: string[]) => void;
};

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * Moves one of a few items in a row, by dragging its handle or with the arrow keys. `announcement` is read out to screen
 * readers. The handle keeps the focus as its item moves.
 */
export function usePinOrder({ pins, onMove }: PinOrderOptions) {
  const [announcement, setAnnouncement] = useState('');
  /** The index of the item that is being dragged; null for none. */
  const [dragged, setDragged] = useState<number | null>(null);
  const list = useRef<HTMLUListElement>(null);
  /** The place whose handle gets the focus once it is drawn. */
  const focusAt = useRef<number | null>(null);

  const handleAt = (index: number) => list.current?.querySelectorAll<HTMLElement>('[data-pin-handle]')[index];
  useEffect(() => {
    if (focusAt.current === null) return;
    handleAt(focusAt.current)?.focus();
    focusAt.current = null;
  });

  const move = (from: number, to: number) => {
    const text = pins[from];
    if (text === undefined || to < 0 || to >= pins.length || to === from) return;
    onMove(pins.toSpliced(from, 1).toSpliced(to, 0, text));
    setAnnouncement(`${text} is at place ${to + 1} of ${pins.length} now`);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    focusAt.current = Math.min(Math.max(index + step, 0), pins.length - 1);
    move(index, index + step);
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (dragged === null) return;
    const over = [...(list.current?.querySelectorAll('[data-pin]') ?? [])].findIndex((pin) => {
      const { left, right, top, bottom } = pin.getBoundingClientRect();
      return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    });
    if (over < 0 || over === dragged) return;
    move(dragged, over);
    setDragged(over);
  };
  return {
    list,
    announcement,
    dragged,
    /** Returns the props that make an element the handle of the item at a place. */
    handle: (index: number) => ({
      'data-pin-handle': true,
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, index),
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0) setDragged(index);
      },
    }),
    /** The props of the list, so that a drag continues outside the handle. */
    dragging: {
      onPointerMove,
      onPointerUp: () => setDragged(null),
      onPointerCancel: () => setDragged(null),
      onPointerLeave: () => setDragged(null),
    },
    announce: setAnnouncement,
    focusHandle: (index: number) => {
      focusAt.current = index;
    },
  };
}
