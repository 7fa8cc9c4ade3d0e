import { cx } from '@picksync/ui/class-names.ts';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { controlClass } from '@picksync/ui/input.tsx';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/** How long typing rests before it is searched for. */
const restMs = 250;

/** Returns what the field holds: what is being typed, until it is searched for, and then what the address says. */
function useTyped(searched: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const send = useRef(onSearch);
  useEffect(() => {
    send.current = onSearch;
  });
  const isSent = typed === searched;
  useEffect(() => {
    if (typed === null) return;
    if (isSent) return setTyped(null);
    const timer = setTimeout(() => send.current(typed), restMs);
    return () => clearTimeout(timer);
  }, [typed, isSent]);
  return {
    text: typed ?? searched,
    type: setTyped,
    clear: () => {
      setTyped(null);
      onSearch('');
    },
  };
}

type SearchBoxProps = {
  label: string;
  placeholder: string;
  maxLength: number;
  /** What is searched for now. */
  value: string;
  onSearch: (text: string) => void;
  /** Whether a key that was pressed is a shortcut now. */
  isShortcutKey: (event: KeyboardEvent) => boolean;
};

/** A field that searches while one types. "/" leads to it from anywhere on the page. */
export function SearchBox({ label, placeholder, maxLength, value, onSearch, isShortcutKey }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null);
  const isShortcut = useRef(isShortcutKey);
  const { text, type, clear } = useTyped(value, onSearch);
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
    <div className="relative flex min-w-0 flex-[1_1_220px] items-center">
      <Search aria-hidden="true" className="pointer-events-none absolute inset-s-2.5 size-4 text-ink-3" />
      <input
        ref={field}
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        aria-keyshortcuts="/"
        maxLength={maxLength}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && text !== '' && clear()}
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
            clear();
            field.current?.focus();
          }}
        >
          <X />
        </IconButton>
      )}
    </div>
  );
}
