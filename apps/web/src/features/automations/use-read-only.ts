import { useAuthStatus } from '../../api/session.queries.ts';

/** Why nothing can be changed or synced while Smartsheet is not connected. */
export const readOnlyReason = 'Reconnect to go on';

/** Returns whether the automations can only be looked at, because Smartsheet is not connected. */
export function useReadOnly(): boolean {
  return useAuthStatus().smartsheetState !== 'connected';
}
