import { type SessionView, sessionEndpoints } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { refreshSecurity, sessionsQuery } from '../../../api/security.queries.ts';
import { askToConfirm } from '../../../stores/confirm.ts';
import { showToast } from '../../../stores/toast.ts';
import { formatAgo, formatDay } from '../../../ui/dates.ts';
import { sayWhatFailed } from '../say-what-failed.ts';

/** Ends one session, or all but this one. */
function useEnding() {
  const queryClient = useQueryClient();
  const settled = {
    onSuccess: ({ message }: { message: string }) => showToast({ title: message }),
    onError: (problem: unknown) => sayWhatFailed(problem, 'The session could not be ended.'),
    onSettled: () => refreshSecurity(queryClient),
  };
  const one = useMutation({
    mutationFn: (id: string) => call(sessionEndpoints.end, { params: { id } }, { quiet: true }),
    ...settled,
  });
  const others = useMutation({
    mutationFn: () => call(sessionEndpoints.endOthers, {}, { quiet: true }),
    ...settled,
  });
  const askToEndOthers = async () => {
    const isAgreed = await askToConfirm({
      title: 'End all other sessions?',
      description: 'Every other browser has to log in again. This one stays logged in.',
      confirmLabel: 'End them',
      destructive: true,
    });
    if (isAgreed) others.mutate();
  };
  return { one, others, askToEndOthers };
}

/** The sessions of the user, and how to end them. */
export function SessionsSection() {
  const sessions = useSuspenseQuery(sessionsQuery).data;
  const { one, others, askToEndOthers } = useEnding();
  const now = useNow();
  // This browser comes first, to compare the others with.
  const ordered = sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <>
      {ordered.map((session) => (
        <SettingRow
          key={session.id}
          icon={session.isMobile ? <Smartphone aria-hidden="true" /> : <Monitor aria-hidden="true" />}
          title={session.device}
          badge={session.isCurrent && <Badge tone="good">This browser</Badge>}
          detail={describeDetail(session, now)}
          action={
            !session.isCurrent && (
              <Button
                aria-label={`End ${session.device}`}
                pending={one.isPending && one.variables === session.id}
                onClick={() => one.mutate(session.id)}
              >
                End
              </Button>
            )
          }
        />
      ))}
      {sessions.length > 1 && (
        <div className="border-t border-line px-2.5 py-2 md:px-3.5">
          <Button
            variant="quiet"
            className="text-bad"
            pending={others.isPending}
            onClick={() => void askToEndOthers()}
          >
            End all other sessions
          </Button>
        </div>
      )}
    </>
  );
}

function describeDetail({ createdAt, lastSeenAt, network, isCurrent }: SessionView, now: Date): string {
  const since = `Since ${formatDay(createdAt)}`;
  const seen = isCurrent ? '' : `, last active ${formatAgo(lastSeenAt, now).toLowerCase()}`;
  return `${since}${seen}${network ? `, from ${network}` : ''}`;
}
