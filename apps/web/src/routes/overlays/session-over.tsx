import { useTypingPause } from '@picksync/ui/use-typing-pause.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { authStatusQuery, leaveSession } from '../../api/session.queries.ts';
import { SessionOverDialog } from '../../features/session/session-over-dialog.tsx';
import { dismissSessionOver, useSessionOver } from '../../stores/session-over.ts';

export function SessionOver() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const email = useSessionOver((state) => state.email);
  const mayInterrupt = useTypingPause();
  const resume = async () => {
    await queryClient.fetchQuery({ ...authStatusQuery, staleTime: 0 });
    // Not dismissed: if this session ends at once as well, that is said without a pause.
    useSessionOver.setState({ email: null });
    // Loads again what failed meanwhile.
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey !== authStatusQuery.queryKey,
    });
    await router.invalidate();
  };
  const leave = () => {
    dismissSessionOver();
    const search = { redirect: router.state.location.href };
    return leaveSession(queryClient, () => router.navigate({ to: '/login', search }));
  };
  return (
    email !== null &&
    mayInterrupt && (
      <SessionOverDialog
        email={email}
        onLoggedIn={resume}
        onOtherAccount={() => void leave()}
        onClose={dismissSessionOver}
      />
    )
  );
}
