import type { ActivitySearch } from '../features/activity/activity-search.ts';
import { type AutomationDialog, automationDialogOf } from '../features/automations/automation-dialogs.ts';

export type DashboardSearch = ActivitySearch & {
  /** What is shown in place of the overview. */
  section?: 'activity';
  /** The dialog that is open, for which automation, and the field of its form where the focus begins. */
  dialog?: 'new-configuration' | AutomationDialog;
  automation?: string;
  field?: string;
  /** How coming back from Smartsheet ended. */
  connection?: string;
  /** How following the link of a verification mail ended. */
  verification?: 'success' | 'error';
  message?: string;
};

function ofAutomation({ dialog: named, automation, field }: Record<string, unknown>) {
  const dialog = automationDialogOf(named);
  if (dialog === undefined || typeof automation !== 'string') return {};
  return { dialog, automation, ...(typeof field === 'string' && { field }) };
}

/** Taken as they are, as `connection` is: the log checks them where it reads them, so that the first page need not know what there is. */
function ofActivity(search: Record<string, unknown>): ActivitySearch {
  const { status, action, configId, pages }: ActivitySearch = search;
  return {
    ...(status && { status }),
    ...(action && { action }),
    ...(configId && { configId }),
    ...(pages && { pages }),
  };
}

/** Anything else in the address is dropped. */
export function dashboardSearch(search: Record<string, unknown>): DashboardSearch {
  return {
    ...(search.section === 'activity' && { section: search.section, ...ofActivity(search) }),
    ...(search.dialog === 'new-configuration' && { dialog: search.dialog }),
    ...ofAutomation(search),
    ...(typeof search.connection === 'string' && { connection: search.connection }),
    ...((search.verification === 'success' || search.verification === 'error') && {
      verification: search.verification,
    }),
    ...(typeof search.message === 'string' && { message: search.message }),
  };
}
