import { cx } from '@picksync/ui/class-names.ts';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { controlClass } from '@picksync/ui/input.tsx';
import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';

export type SearchFieldProps = {
  label: string;
  /** No longer than there is room for. */
  placeholder: string;
  maxLength?: number;
  text: string;
  onType: (text: string) => void;
  onClear: () => void;
  /** Whether single keys are shortcuts: "/" leads here from anywhere on the page. */
  hasShortcut: boolean;
  /** Whether a key that was pressed is a shortcut now. */
  isShortcutKey: (event: KeyboardEvent) => boolean;
};

/** A field to search with: "/" leads to it, and Escape clears it. */
export function SearchField({
  label,
  placeholder,
  maxLength,
  text,
  onType,
  onClear,
  hasShortcut,
  isShortcutKey,
}: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const isShortcut = useRef(isShortcutKey);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isShortcut.current(event)) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <div className="relative flex min-w-0 flex-[1_1_220px] items-center md:max-w-[440px]">
      <Search aria-hidden="true" className="pointer-events-none absolute inset-s-2.5 size-4 text-ink-3" />
      <input
        ref={field}
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        aria-keyshortcuts={hasShortcut ? '/' : undefined}
        maxLength={maxLength}
        value={text}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && text !== '' && onClear()}
        className={cx(
          controlClass,
          'h-8.5 pe-9 ps-8 text-lg md:text-sm [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      {text !== '' && (
        <IconButton
          label="Clear search"
          className="absolute! inset-e-0.5"
          onClick={() => {
            onClear();
            field.current?.focus();
          }}
        >
          <X />
        </IconButton>
      )}
    </div>
  );
}
