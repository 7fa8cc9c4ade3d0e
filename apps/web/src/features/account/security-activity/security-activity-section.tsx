import { type SecurityEvent, securityActions } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { securityActivityQuery } from '../../../api/security.queries.ts';
import { ShowMore } from '../../../api/show-more.tsx';
import { formatMoment, formatTime } from '../../../ui/dates.ts';
import { FoldedRows } from '../../../ui/folded-rows.tsx';

/** The security activity, folded: it is long. */
export function SecurityActivitySection() {
  return (
    <FoldedRows
      name="security-activity"
      title="Security activity"
      detail="Sign-ins and changes within a year."
      rows={6}
    >
      <SecurityActivity />
    </FoldedRows>
  );
}

/** What happened to the security of the account, newest first. */
function SecurityActivity() {
  const list = useSuspenseInfiniteQuery(securityActivityQuery);
  const events = list.data.pages.flatMap(({ reply }) => reply);
  if (events.length === 0) {
    return <SettingRow title="Nothing yet" detail="Sign-ins and changes are listed here for a year." />;
  }
  return (
    <>
      {events.map((event) => (
        <SettingRow
          key={event.id}
          title={securityActions[event.action]}
          badge={<EventBadge event={event} />}
          detail={describeDetail(event)}
        />
      ))}
      <ShowMore list={list} variant="quiet" className="border-t px-2.5 py-2 md:px-3.5" />
    </>
  );
}

/** Events that somebody who does not know the password can cause. */
const refusals = new Set<SecurityEvent['action']>([
  'login_refused',
  'second_factor_refused',
  'registration_refused',
]);

function EventBadge({ event: { action, count, byAdmin } }: { event: SecurityEvent }) {
  if (byAdmin) return <Badge tone="warn">By an administrator</Badge>;
  if (!refusals.has(action)) return null;
  return <Badge tone="warn">{count === 1 ? 'Once' : `${count} times`}</Badge>;
}

const methods: Record<string, string> = {
  password: 'by password',
  google: 'with Google',
  microsoft: 'with Microsoft',
  passkey: 'with a passkey',
  totp: 'with a code of the authenticator app',
  recovery_code: 'with a recovery code',
};

function describeDetail(event: SecurityEvent): string {
  if (event.action === 'support_viewed') return describeView(event);
  const {
    at,
    network,
    reason,
    details: { method, device, name },
  } = event;
  // An act of support: what it was about, and why.
  if (reason !== undefined)
    return `${[formatMoment(at), name].filter(Boolean).join(', ')}. Reason: ${reason}`;
  const parts = [
    formatMoment(at),
    method !== undefined && (methods[method] ?? method),
    name,
    device,
    network !== null && `from ${network}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Returns from when to when support looked at the account, and why. */
function describeView({ at, details: { until }, reason }: SecurityEvent): string {
  const when = until === undefined ? formatMoment(at) : `${formatMoment(at)} to ${formatTime(until)}`;
  return reason === undefined ? when : `${when}. Reason: ${reason}`;
}
