import { type ConnectOutcome, connectOutcomes } from '@picksync/contracts';

export type DashboardSearch = {
  /** What is shown in place of the overview. */
  section?: 'activity';
  /** The dialog that is open. */
  dialog?: 'new-configuration';
  /** How coming back from Smartsheet ended. */
  connection?: ConnectOutcome;
  /** How following the link of a verification mail ended. */
  verification?: 'success' | 'error';
  message?: string;
};

function isOutcome(value: unknown): value is ConnectOutcome {
  return typeof value === 'string' && Object.hasOwn(connectOutcomes, value);
}

/** Anything else in the address is dropped. */
export function dashboardSearch(search: Record<string, unknown>): DashboardSearch {
  return {
    ...(search.section === 'activity' && { section: search.section }),
    ...(search.dialog === 'new-configuration' && { dialog: search.dialog }),
    ...(isOutcome(search.connection) && { connection: search.connection }),
    ...((search.verification === 'success' || search.verification === 'error') && {
      verification: search.verification,
    }),
    ...(typeof search.message === 'string' && { message: search.message }),
  };
}
