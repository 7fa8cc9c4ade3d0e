import { type AuthStatus, mailAddressEndpoints } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { authStatusQuery } from '../../api/session.queries.ts';
import { useAction } from '../../api/use-action.ts';
import { showToast } from '../../stores/toast.ts';

type MailProblemProps = { problem: NonNullable<AuthStatus['mailProblem']>; email: string };

/** Tells the user on every page that mail does not reach them, until they change or confirm the address. */
export function MailProblem({ problem, email }: MailProblemProps) {
  const queryClient = useQueryClient();
  const confirm = useAction({
    send: () => call(mailAddressEndpoints.confirm, {}),
    onDone: ({ message }) => {
      showToast({ title: 'Address confirmed', description: message });
      return queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
    },
    failure: { title: 'Could not confirm the address' },
  });
  const isBounce = problem === 'bounce';
  return (
    <Alert
      tone="warn"
      title={isBounce ? 'Mail to you came back' : 'A mail to you was marked as spam'}
      action={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {isBounce && (
            <Button pending={confirm.isPending} onClick={() => confirm.run()}>
              The address is right
            </Button>
          )}
          <Link to="/settings" className="py-1 font-semi text-accent underline">
            Change the address
          </Link>
        </div>
      }
    >
      <span className="break-words">
        {isBounce
          ? `${email} did not take our mail, so you are not told when an automation fails.`
          : `Nothing more is sent to ${email}, so you are not told when an automation fails.`}
      </span>
    </Alert>
  );
}
