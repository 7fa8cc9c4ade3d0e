import { type ConnectOutcome, connectOutcomes } from '@picksync/contracts';

export type DashboardSearch = {
  /** What is shown in place of the overview. */
  section?: 'activity';
  /** The dialog that is open, for which automation, and the field of its form where the focus begins. */
  dialog?: 'new-configuration' | 'edit' | 'review';
  automation?: string;
  field?: string;
  /** How coming back from Smartsheet ended. */
  connection?: ConnectOutcome;
  /** How following the link of a verification mail ended. */
  verification?: 'success' | 'error';
  message?: string;
};

function isOutcome(value: unknown): value is ConnectOutcome {
  return typeof value === 'string' && Object.hasOwn(connectOutcomes, value);
}

function ofAutomation(dialog: 'edit' | 'review', { automation, field }: Record<string, unknown>) {
  if (typeof automation !== 'string') return {};
  return { dialog, automation, ...(typeof field === 'string' && { field }) };
}

/** Anything else in the address is dropped. */
export function dashboardSearch(search: Record<string, unknown>): DashboardSearch {
  return {
    ...(search.section === 'activity' && { section: search.section }),
    ...(search.dialog === 'new-configuration' && { dialog: search.dialog }),
    ...((search.dialog === 'edit' || search.dialog === 'review') && ofAutomation(search.dialog, search)),
    ...(isOutcome(search.connection) && { connection: search.connection }),
    ...((search.verification === 'success' || search.verification === 'error') && {
      verification: search.verification,
    }),
    ...(typeof search.message === 'string' && { message: search.message }),
  };
}
