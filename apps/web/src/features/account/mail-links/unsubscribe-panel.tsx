import { mailChoices, notificationEndpoints } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { query } from '../../../api/query.ts';
import { LinkAnswer } from './link-answer.tsx';

/** The page behind “unsubscribe” in a mail: says what would end, and ends it when asked to. */
export function UnsubscribePanel({ token }: { token: string }) {
  const link = useQuery(query(notificationEndpoints.readUnsubscribe, { query: { token } }));
  const end = useMutation({
    mutationFn: () => call(notificationEndpoints.unsubscribe, { query: { token } }, { quiet: true }),
  });
  return (
    <LinkAnswer
      link={link}
      failed={end.error}
      section="notifications"
      refused="This link is not valid. You can choose your mails in your account."
    >
      {({ mail, email, isWanted }) =>
        end.isSuccess || !isWanted ? (
          <Alert tone="good" title="You no longer get these mails">
            {`“${mailChoices[mail].title}” no longer goes to ${email}. You can switch it on again in your account.`}
          </Alert>
        ) : (
          <>
            <p className="text-sm text-ink-2">
              {`Stop sending “${mailChoices[mail].title}” to ${email}? You still get other mails.`}
            </p>
            <Button variant="primary" size="lg" pending={end.isPending} onClick={() => end.mutate()}>
              Stop these mails
            </Button>
          </>
        )
      }
    </LinkAnswer>
  );
}
