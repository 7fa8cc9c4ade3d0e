import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { authStatusQuery } from '../api/session.queries.ts';
import { storedUserId } from '../stores/session-storage.ts';

/** Reads the session again when another tab has logged out, or logged in as another user. */
export function useSessionElsewhere(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const compare = () => {
      const here = queryClient.getQueryData(authStatusQuery.queryKey)?.user?.id;
      if (here === undefined || document.hidden || here === storedUserId()) return;
      void queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
    };
    window.addEventListener('storage', compare);
    // A suspended tab gets no events.
    document.addEventListener('visibilitychange', compare);
    return () => {
      window.removeEventListener('storage', compare);
      document.removeEventListener('visibilitychange', compare);
    };
  }, [queryClient]);
}
