import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useState } from 'react';

const delayMs = 250;

/**
 * Returns the state of the search field: what is typed, and a moment later what is searched for, which is kept in the
 * address.
 */
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
  // The old results stay until the new ones are loaded.
  return { typed, type: setTyped, search: useDeferredValue(search) };
}
