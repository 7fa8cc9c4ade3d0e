import type { LucideIcon } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { createContext, type ReactNode, useContext, useRef } from 'react';
import { cx } from './class-names.ts';

type DropdownMenuProps = { trigger: ReactNode; children: ReactNode; align?: 'start' | 'end' };

/** What was chosen in the menu, until it has closed. */
const Chosen = createContext<{ current: (() => void) | null }>({ current: null });

/**
 * What is chosen happens when the menu has closed and its button has the focus again: a window that opens from it then
 * gives the focus back to the button.
 */
export function DropdownMenu({ trigger, children, align = 'end' }: DropdownMenuProps) {
  const chosen = useRef<(() => void) | null>(null);
  const runChosen = () => {
    chosen.current?.();
    chosen.current = null;
  };
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={runChosen}
          className="z-50 max-h-[min(360px,var(--radix-dropdown-menu-content-available-height))] max-w-[280px] min-w-[168px] animate-fade-in overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-pop outline-none"
        >
          <Chosen value={chosen}>{children}</Chosen>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const itemClass =
  'flex h-8 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-sm outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-sunken [&_svg]:size-4';

type MenuItemProps = {
  icon?: LucideIcon;
  destructive?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

export function MenuItem({ icon: Icon, destructive, disabled, onSelect, children }: MenuItemProps) {
  const chosen = useContext(Chosen);
  return (
    <Radix.Item
      disabled={disabled ?? false}
      onSelect={() => {
        chosen.current = onSelect;
      }}
      className={cx(itemClass, destructive ? 'text-bad' : 'text-ink')}
    >
      {Icon && <Icon aria-hidden="true" strokeWidth={1.75} />}
      {children}
    </Radix.Item>
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
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={(next) => onChange(next as V)}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={cx(itemClass, 'justify-between')}>
          <span className="truncate">{option.label}</span>
          <Radix.ItemIndicator className="text-accent">✓</Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}
