import { automationSettings } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { FieldNote } from '@picksync/ui/field.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { GripVertical, X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import * as z from 'zod';
import { useFormFacts, useFormNoun } from './form-facts.ts';
import { type ControlProps, readBy, type SettingControl } from './setting-control.ts';

const schemas = { first: automationSettings.shape.pinnedFirst, last: automationSettings.shape.pinnedLast };

const maxPins = 50;

function pinned(at: 'first' | 'last'): SettingControl<string[], string[]> {
  return {
    title: at === 'first' ? 'Pinned first' : 'Pinned last',
    help: at === 'first' ? 'Fixed, before all others' : 'Fixed, after all others',
    entry: z.array(z.string()),
    toEntry: (value) => [...value],
    read: (entry) => readBy(schemas[at], entry),
    valueText: (value) => (value.length === 0 ? 'None' : value.join(', ')),
    summary: ({ length }) =>
      length === 0 ? null : at === 'first' ? `${length} pinned first` : `${length} pinned last`,
    example: ['Other'],
    Control: (props) => <PinList {...props} at={at} />,
  };
}

export const pinnedFirst = pinned('first');
export const pinnedLast = pinned('last');

function PinList({ field, error, at }: ControlProps<string[]> & { at: 'first' | 'last' }) {
  const pins = field.value;
  const what = useFormNoun() === 'contact' ? 'a contact' : 'an option';
  const order = usePinOrder(pins, field.onChange);
  const input = useRef<HTMLInputElement>(null);
  const remove = (index: number) => {
    field.onChange(pins.toSpliced(index, 1));
    order.announce(`${pins[index]} is no longer pinned`);
    if (pins.length > 1) order.focusHandle(Math.min(index, pins.length - 2));
    else input.current?.focus();
  };
  return (
    <div className="grid w-full gap-2">
      {pins.length > 0 && (
        <ul
          ref={order.list}
          aria-label={at === 'first' ? 'Pinned first' : 'Pinned last'}
          className="flex flex-wrap gap-1.5"
          {...order.dragging}
        >
          {pins.map((pin, index) => (
            <li
              key={pin}
              data-pin
              className={cx(
                'inline-flex min-h-7 max-w-full items-center rounded-sm border border-line bg-surface text-xs',
                order.dragged === index && 'border-accent shadow-pop',
              )}
            >
              <button
                type="button"
                aria-label={`Move ${pin}, place ${index + 1} of ${pins.length}`}
                title="Drag, or use the arrow keys"
                {...order.handle(index)}
                className="grid cursor-grab touch-none place-items-center rounded-sm text-ink-3 hover:text-ink active:cursor-grabbing"
              >
                <GripVertical aria-hidden="true" className="size-3.5" />
              </button>
              <span className="min-w-0 py-1 break-words">{pin}</span>
              <IconButton
                label={`Unpin ${pin}`}
                className="size-6! [&_svg]:size-3.5!"
                onClick={() => remove(index)}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {pins.length < maxPins && (
        <NewPin
          inputRef={input}
          label={at === 'first' ? `Pin ${what} first` : `Pin ${what} last`}
          pins={pins}
          onAdd={(text) => {
            field.onChange([...pins, text]);
            const place = pins.length + 1;
            order.announce(
              at === 'first'
                ? `${text} is pinned first, at place ${place}`
                : `${text} is pinned last, at place ${place}`,
            );
          }}
        />
      )}
      <span aria-live="polite" className="sr-only">
        {order.announcement}
      </span>
      {error && <FieldNote id={`${field.name}-note`} error={error} />}
    </div>
  );
}

type NewPinProps = {
  inputRef: React.RefObject<HTMLInputElement | null>;
  label: string;
  pins: readonly string[];
  onAdd: (text: string) => void;
};

/** A field that takes one more option on Enter, and when it is left. */
function NewPin({ inputRef, label, pins, onAdd }: NewPinProps) {
  const [text, setText] = useState('');
  const { makesContacts } = useFormFacts();
  const isThere = pins.includes(text.trim());
  const add = () => {
    const typed = text.trim().replace(/\s+/g, ' ').normalize('NFC');
    if (typed === '' || isThere) return;
    onAdd(typed);
    setText('');
  };
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      <Input
        ref={inputRef}
        aria-label={label}
        aria-invalid={isThere || undefined}
        placeholder={makesContacts ? 'Name <address>, then Enter' : 'Type an option and press Enter'}
        autoComplete="off"
        maxLength={500}
        className="md:w-60!"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          // Adds the option without submitting the form.
          event.preventDefault();
          add();
        }}
        onBlur={add}
      />
      {isThere && <span className="text-xs text-bad">It is pinned already.</span>}
    </div>
  );
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * Moves one of a few items in a row, by dragging its handle or with the arrow keys. `announcement` is read out to screen
 * readers. The handle keeps the focus as its item moves.
 */
function usePinOrder(pins: readonly string[], onMove: (pins: string[]) => void) {
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
