import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { getMessage } from '../../../api/form-errors.ts';
import { leaveSession } from '../../../api/session.queries.ts';

type QuoteFailureProps = { problem: unknown; retrying: boolean; onRetry: () => void };

/** Shown when the price could not be loaded: without it nothing can be bought. */
export function QuoteFailure({ problem, retrying, onRetry }: QuoteFailureProps) {
  return (
    <Alert
      tone="bad"
      title="The price could not be worked out"
      action={
        <Button pending={retrying} onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {getMessage(problem, 'You were not charged. Please try again.')}
    </Alert>
  );
}

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
