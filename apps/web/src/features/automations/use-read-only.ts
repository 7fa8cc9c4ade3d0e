import type { Automation } from '@picksync/contracts';
import { useAuthStatus } from '../../api/session.queries.ts';

/** Why nothing can be changed or synced while Smartsheet is not connected. */
export const readOnlyReason = 'Reconnect to go on';

/** Returns the same for one automation: one that is paused does not go on by itself. */
export function getReadOnlyReason({ isActive }: Pick<Automation, 'isActive'>): string {
  return isActive ? readOnlyReason : 'Reconnect to activate it';
}

/** Returns whether the automations can only be looked at, because Smartsheet is not connected. */
export function useReadOnly(): boolean {
  return useAuthStatus().smartsheetState !== 'connected';
}
