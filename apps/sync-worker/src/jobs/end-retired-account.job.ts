import type { SmartsheetAccounts } from '@picksync/smartsheet-account';
import type { Work } from '../run-job.ts';

/** Ends a Smartsheet account that its user has left. */
export function endRetiredAccountJob({
  endRetiredAccount,
}: Pick<SmartsheetAccounts, 'endRetiredAccount'>): Work<'end-retired-account'> {
  return async ({ payload: { retiredAccountId: id }, signal }) => ({
    retiredAccount: id,
    webhooks: await endRetiredAccount({ id, signal }),
  });
}
