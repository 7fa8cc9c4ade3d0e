import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { authStatusQuery } from '../api/session.queries.ts';
import { storedUserId } from '../stores/session-storage.ts';

/** Notices that in another tab somebody has logged out, or logged in as somebody else: asks who is signed in now. */
export function useSessionElsewhere(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const compare = () => {
      const here = queryClient.getQueryData(authStatusQuery.queryKey)?.user?.id;
      if (here === undefined || document.hidden || here === storedUserId()) return;
      void queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
    };
    window.addEventListener('storage', compare);
    // A tab that was put to sleep has heard of nothing.
    document.addEventListener('visibilitychange', compare);
    return () => {
      window.removeEventListener('storage', compare);
      document.removeEventListener('visibilitychange', compare);
    };
  }, [queryClient]);
}
