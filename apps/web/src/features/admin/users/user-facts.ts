import { regionNames } from '@picksync/contracts';
import type { AdminUserDetail } from '../../../api/admin.queries.ts';

/** Returns whether a user is connected to Smartsheet, and where. */
export function describeConnection({
  smartsheet: { state, region },
}: Pick<AdminUserDetail, 'smartsheet'>): string {
  if (state === 'not_connected') return 'Not connected';
  const where = region ? `, ${regionNames[region]}` : '';
  return `${state === 'connected' ? 'Connected' : 'Refused, needs to reconnect'}${where}`;
}

/** Returns how many automations a user has, and what is wrong with them. */
export function describeAutomations({
  automations,
  needsReview,
  failing,
}: Pick<AdminUserDetail, 'automations' | 'needsReview' | 'failing'>): string {
  const { active, paused, limit } = automations;
  const parts = [
    `${active} of ${limit}`,
    paused > 0 && `${paused} paused`,
    needsReview > 0 && (needsReview === 1 ? 'one waits for review' : `${needsReview} wait for review`),
    failing > 0 && (failing === 1 ? 'one fails' : `${failing} fail`),
  ];
  return parts.filter(Boolean).join(', ');
}
