import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { getMessage } from '../../../api/form-errors.ts';
import { useLoginAgain } from '../../../api/use-login-again.ts';
import type { PaymentFailure } from './payment-failure.ts';

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
  const logInAgain = useLoginAgain();
  return (
    <Button variant="primary" size="lg" className="h-10!" onClick={() => void logInAgain()}>
      Login
    </Button>
  );
}

/** Shown when the payment could not be started. */
export function PaymentFailed({ title, text, wayOut }: PaymentFailure) {
  return (
    <Alert tone={wayOut === 'login' ? 'warn' : 'bad'} title={title}>
      {text}
    </Alert>
  );
}
