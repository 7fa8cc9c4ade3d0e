import type { SessionView } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { sessionsQuery } from '../../../api/security.queries.ts';
import { formatAgo, formatDay } from '../../../ui/dates.ts';
import { useEnding } from './use-ending.ts';

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
          detail={detailOf(session, now)}
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

function detailOf({ createdAt, lastSeenAt, network, isCurrent }: SessionView, now: Date): string {
  const since = `Since ${formatDay(createdAt)}`;
  const seen = isCurrent ? '' : `, last active ${formatAgo(lastSeenAt, now).toLowerCase()}`;
  return `${since}${seen}${network ? `, from ${network}` : ''}`;
}
