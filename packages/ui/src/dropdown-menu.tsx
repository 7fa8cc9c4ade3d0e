import type { LucideIcon } from 'lucide-react';
import {
  cloneElement,
  createContext,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { cx } from './class-names.ts';
import { floatsIn, usePlacement } from './placement.ts';

/** The items of an open menu, from top to bottom; disabled ones are reached as well. */
function findItems(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
}

/** Gives the focus to the first or the last item, or to the menu while it has none. */
function focusItem(menu: HTMLElement | null, which: 'first' | 'last'): void {
  const items = findItems(menu);
  const checked = items.find((item) => item.ariaChecked === 'true');
  const item = checked ?? items.at(which === 'first' ? 0 : -1);
  (item ?? menu)?.focus({ preventScroll: true });
}

/** Returns the item that a key leads to, going round at the ends; a letter leads to the next item that begins with it. */
function itemAfter(menu: HTMLElement | null, key: string): HTMLElement | undefined {
  const items = findItems(menu);
  const at = items.findIndex((item) => item.matches(':focus'));
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items.at(at < 0 ? -1 : at - 1);
  if (key === 'Home') return items.at(0);
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const letter = key.toLowerCase();
  const fromNext = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return fromNext.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter));
}

type Trigger = HTMLAttributes<HTMLElement> & RefAttributes<HTMLElement>;

type DropdownMenuProps = {
  /** A button. */
  trigger: ReactElement<Trigger>;
  children: ReactNode;
  align?: 'start' | 'end';
};

/**
 * A menu by the ARIA pattern. Nothing of it is there while it is closed: lists have one in every row. What is chosen happens
 * when the menu's button has the focus again: a window that opens from it then gives the focus back to the button.
 */
export function DropdownMenu({ trigger, children, align = 'end' }: DropdownMenuProps) {
  const button = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState<'first' | 'last' | null>(null);
  const close = () => {
    button.current?.focus({ preventScroll: true });
    setOpened(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpened(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': opened !== null,
        onClick: () => (opened === null ? setOpened('first') : close()),
        onKeyDown,
      })}
      {opened !== null && (
        <OpenMenu
          button={button}
          begin={opened}
          align={align}
          onClose={close}
          onPressOutside={() => setOpened(null)}
        >
          {children}
        </OpenMenu>
      )}
    </>
  );
}

const Choosing = createContext<(chosen: () => void) => void>(() => undefined);

type OpenMenuProps = {
  button: RefObject<HTMLElement | null>;
  begin: 'first' | 'last';
  align: 'start' | 'end';
  onClose: () => void;
  /** What was pressed takes the focus. */
  onPressOutside: () => void;
  children: ReactNode;
};

function OpenMenu({ button, begin, align, onClose, onPressOutside, children }: OpenMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  usePlacement(menu, button, { side: 'bottom', align, gap: 4 });
  useEffect(() => focusItem(menu.current, begin), [begin]);
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || menu.current?.contains(target) || button.current?.contains(target))
        return;
      onPressOutside();
    };
    // The window around it listens at the document, which comes after this.
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    document.addEventListener('pointerdown', press, { capture: true });
    window.addEventListener('keydown', onEscape, { capture: true });
    return () => {
      document.removeEventListener('pointerdown', press, { capture: true });
      window.removeEventListener('keydown', onEscape, { capture: true });
    };
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      return onClose();
    }
    const next = itemAfter(menu.current, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return createPortal(
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={button.current?.getAttribute('aria-label') ?? undefined}
      onKeyDown={onKeyDown}
      className="fixed top-0 left-0 z-50 max-h-[min(360px,calc(100dvh-16px))] max-w-[280px] min-w-[168px] animate-fade-in overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-pop outline-none"
    >
      <Choosing
        value={(act) => {
          onClose();
          act();
        }}
      >
        {children}
      </Choosing>
    </div>,
    floatsIn(button.current),
  );
}

const itemClass =
  'flex h-8 w-full cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-left text-sm outline-none select-none focus:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:size-4';

type ItemProps = {
  role: 'menuitem' | 'menuitemradio';
  className?: string;
  disabled?: boolean | undefined;
  checked?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

/** The pointer brings the focus along, so that there is one item that is reached, whatever one moves with. */
function Item({ role, className, disabled, checked, onSelect, children }: ItemProps) {
  const choose = useContext(Choosing);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only a radio item is given whether it is checked
    <button
      type="button"
      role={role}
      tabIndex={-1}
      aria-disabled={disabled || undefined}
      aria-checked={checked}
      onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
      onClick={() => !disabled && choose(onSelect)}
      className={cx(itemClass, className)}
    >
      {children}
    </button>
  );
}

type MenuItemProps = {
  icon?: LucideIcon;
  destructive?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

export function MenuItem({ icon: Icon, destructive, disabled, onSelect, children }: MenuItemProps) {
  return (
    <Item
      role="menuitem"
      disabled={disabled}
      onSelect={onSelect}
      className={destructive ? 'text-bad' : 'text-ink'}
    >
      {Icon && <Icon aria-hidden="true" strokeWidth={1.75} />}
      {children}
    </Item>
  );
}

type MenuChoiceProps<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
};

/** One of several, e.g. a filter; the chosen one carries a tick. */
export function MenuChoice<V extends string>({ label, value, options, onChange }: MenuChoiceProps<V>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field set is no part of a menu
    <div role="group" aria-label={label}>
      {options.map((option) => (
        <Item
          key={option.value}
          role="menuitemradio"
          checked={option.value === value}
          onSelect={() => onChange(option.value)}
          className="justify-between"
        >
          <span className="truncate">{option.label}</span>
          {option.value === value && (
            <span aria-hidden="true" className="text-accent">
              ✓
            </span>
          )}
        </Item>
      ))}
    </div>
  );
}

export function MenuSeparator() {
  return <hr className="my-1 h-px border-0 bg-line" />;
}
