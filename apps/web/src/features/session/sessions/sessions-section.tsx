import { type SessionView, sessionEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { refreshSecurity, sessionsQuery } from '../../../api/security.queries.ts';
import { sayDone, useAction } from '../../../api/use-action.ts';
import { formatAgoWithin, formatDay } from '../../../ui/dates.ts';
import { DeviceRow, sortDevices } from './device-row.tsx';

/** Returns what ends one session or all others, and what follows. */
function useEnding() {
  const queryClient = useQueryClient();
  const ended = { onDone: sayDone, refresh: () => refreshSecurity(queryClient) };
  const one = useAction({
    ...ended,
    send: (id: string) => call(sessionEndpoints.end, { params: { id } }),
    failure: { text: 'The session could not be ended.' },
  });
  const others = useAction({
    ...ended,
    send: () => call(sessionEndpoints.endOthers, {}),
    ask: () => ({
      title: 'End all other sessions?',
      description: 'Every other browser has to log in again. This one stays logged in.',
      confirmLabel: 'End them',
      destructive: true,
    }),
    failure: { text: 'The session could not be ended.' },
  });
  return { one, others };
}

/** The sessions of the user, and how to end them. */
export function SessionsSection() {
  const sessions = useSuspenseQuery(sessionsQuery).data;
  const { one, others } = useEnding();
  const now = useNow();
  return (
    <>
      {sortDevices(sessions).map((session) => (
        <DeviceRow
          key={session.id}
          device={session}
          detail={describeSession(session, now)}
          label="End"
          action={one}
        />
      ))}
      {sessions.length > 1 && (
        <div className="border-t border-line px-2.5 py-2 md:px-3.5">
          <Button
            variant="quiet"
            className="text-bad"
            pending={others.isPending}
            onClick={() => others.run()}
          >
            End all other sessions
          </Button>
        </div>
      )}
    </>
  );
}

function describeSession({ createdAt, lastSeenAt, network, isCurrent }: SessionView, now: Date): string {
  const since = `Since ${formatDay(createdAt)}`;
  const seen = isCurrent ? '' : `, last active ${formatAgoWithin(lastSeenAt, now)}`;
  return `${since}${seen}${network ? `, from ${network}` : ''}`;
}
