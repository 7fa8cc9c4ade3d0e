import type { ConnectionStanding } from '@picksync/contracts';
import { getPauseReason, statusSentence } from '@picksync/smartsheet-account';
import type { ConnectionRow } from './stats.store.ts';

/**
 * Returns the state of a connection at a moment, the worst first: whether its owner has to act, then whether it waits.
 */
export function toConnectionStanding(row: ConnectionRow, at: Date): ConnectionStanding {
  const { status, statusReason } = row;
  if (status === 'needs_reconnect')
    return { state: status, message: statusSentence(statusReason), waiting: null };
  if (status !== 'connected') return { state: 'not_connected', message: null, waiting: null };
  return { state: status, message: null, waiting: getWaiting(row, at) };
}

/**
 * Returns why a connection waits. Pauses between tries may end before the outage: until a try succeeds, Smartsheet
 * counts as out of reach.
 */
function getWaiting(
  { parkedUntil, limitedUntil, retryingSince, slowSince }: ConnectionRow,
  at: Date,
): ConnectionStanding['waiting'] {
  const nextTryAt = parkedUntil !== null && parkedUntil > at ? parkedUntil.toISOString() : null;
  if (retryingSince !== null)
    return { reason: 'provider_outage', nextTryAt, since: retryingSince.toISOString() };
  if (slowSince !== null) return { reason: 'provider_slow', nextTryAt: null, since: slowSince.toISOString() };
  if (nextTryAt === null) return null;
  return { reason: getPauseReason({ retryingSince, limitedUntil }, at), nextTryAt, since: null };
}
