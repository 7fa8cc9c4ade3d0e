import type { ActivitySearch } from '../features/activity/activity-search.ts';
import { type AutomationDialog, findAutomationDialog } from '../features/automations/automation-dialogs.ts';

/** The open dialog, its automation, and the field of its form that gets the focus. */
export type DialogSearch = {
  dialog?: 'new-configuration' | AutomationDialog;
  automation?: string;
  field?: string;
};

export type DashboardSearch = ActivitySearch &
  DialogSearch & {
    /** What is shown in place of the overview. */
    section?: 'activity';
    /** The result of connecting to Smartsheet. */
    connection?: string;
    /** The outcome of the link of a verification mail. */
    verification?: 'success' | 'error';
    message?: string;
  };

/** Returns the parameters of the address that are about a dialog; any others are dropped. */
export function dialogSearch({ dialog: named, automation, field }: Record<string, unknown>): DialogSearch {
  if (named === 'new-configuration') return { dialog: named };
  const dialog = findAutomationDialog(named);
  if (dialog === undefined || typeof automation !== 'string') return {};
  return { dialog, automation, ...(typeof field === 'string' && { field }) };
}

/**
 * Returns the parameters of the log unchecked: the log validates them, so that the first load does not need its schema.
 */
function ofActivity(search: Record<string, unknown>): ActivitySearch {
  const { status, action, configId, pages, search: text }: ActivitySearch = search;
  return {
    ...(status && { status }),
    ...(action && { action }),
    ...(configId && { configId }),
    ...(text && { search: text }),
    ...(pages && { pages }),
  };
}

/** Validates the parameters of the address; any others are dropped. */
export function dashboardSearch(search: Record<string, unknown>): DashboardSearch {
  return {
    ...(search.section === 'activity' && { section: search.section, ...ofActivity(search) }),
    ...dialogSearch(search),
    ...(typeof search.connection === 'string' && { connection: search.connection }),
    ...((search.verification === 'success' || search.verification === 'error') && {
      verification: search.verification,
    }),
    ...(typeof search.message === 'string' && { message: search.message }),
  };
}
