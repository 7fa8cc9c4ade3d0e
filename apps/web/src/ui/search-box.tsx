import { useEffect, useRef, useState } from 'react';
import { SearchField, type SearchFieldProps } from './search-field.tsx';

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

type SearchBoxProps = Omit<SearchFieldProps, 'text' | 'onType' | 'onClear'> & {
  /** What is searched for now. */
  value: string;
  onSearch: (text: string) => void;
};

/** A field that searches once typing rests. */
export function SearchBox({ value, onSearch, ...field }: SearchBoxProps) {
  const { text, type, clear } = useTyped(value, onSearch);
  return <SearchField {...field} text={text} onType={type} onClear={clear} />;
}
