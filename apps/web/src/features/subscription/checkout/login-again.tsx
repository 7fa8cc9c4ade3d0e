import { Button } from '@picksync/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { leaveSession } from '../../../api/session.queries.ts';

/** A link to the login, which leads back to this page. */
export function LoginAgain() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const leave = () => {
    const search = { redirect: router.state.location.href };
    return leaveSession(queryClient, () => router.navigate({ to: '/login', search }));
  };
  return (
    <Button variant="primary" size="lg" className="h-10!" onClick={() => void leave()}>
      Login
    </Button>
  );
}
