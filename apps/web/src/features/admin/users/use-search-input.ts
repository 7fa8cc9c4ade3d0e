import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useState } from 'react';

const delayMs = 250;

/** What is typed into the search, and what is searched for: a moment later, and kept in the address. */
export function useSearchInput() {
  const { search = '' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search);
  const wanted = typed.trim().toLowerCase();
  useEffect(() => {
    if (wanted === search) return;
    const timer = setTimeout(() => {
      void navigate({
        to: '.',
        search: ({ search: _before, ...rest }) => (wanted ? { ...rest, search: wanted } : rest),
        replace: true,
        resetScroll: false,
      });
    }, delayMs);
    return () => clearTimeout(timer);
  }, [wanted, search, navigate]);
  // The users that were found stay until the next ones are.
  return { typed, type: setTyped, search: useDeferredValue(search) };
}
