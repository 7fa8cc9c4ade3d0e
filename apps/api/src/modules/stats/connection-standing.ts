import type { ConnectionStanding } from '@picksync/contracts';
import { statusSentence } from '@picksync/smartsheet-account';
import type { ConnectionRow } from './stats.store.ts';

/** Returns how a connection stands at a moment, worst first: whether its owner has to act, then whether it waits. */
export function connectionStandingOf(row: ConnectionRow, at: Date): ConnectionStanding {
  const { status, statusReason } = row;
  if (status === 'needs_reconnect')
    return { state: status, message: statusSentence(statusReason), waiting: null };
  if (status !== 'connected') return { state: 'not_connected', message: null, waiting: null };
  return { state: status, message: null, waiting: waitingOf(row, at) };
}

/** Pauses between tries end before the outage does: until a try succeeds, Smartsheet is out of reach. */
function waitingOf(
  { parkedUntil, retryingSince, slowSince }: ConnectionRow,
  at: Date,
): ConnectionStanding['waiting'] {
  const nextTryAt = parkedUntil !== null && parkedUntil > at ? parkedUntil.toISOString() : null;
  if (retryingSince !== null)
    return { reason: 'provider_outage', nextTryAt, since: retryingSince.toISOString() };
  if (slowSince !== null) return { reason: 'provider_slow', nextTryAt: null, since: slowSince.toISOString() };
  return nextTryAt === null ? null : { reason: 'rate_limited', nextTryAt, since: null };
}
