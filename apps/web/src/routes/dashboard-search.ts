import type { ActivitySearch } from '../features/activity/activity-search.ts';
import { type AutomationDialog, findAutomationDialog } from '../features/automations/automation-dialogs.ts';
import { type ListSearch, listSearch } from '../features/automations/list/list-address.ts';

export type DashboardSearch = ActivitySearch &
  ListSearch & {
    /** What is shown in place of the overview. */
    section?: 'activity';
    /** The open dialog, its automation, and the field of its form that gets the focus. */
    dialog?: 'new-configuration' | AutomationDialog;
    automation?: string;
    field?: string;
    /** The result of connecting to Smartsheet. */
    connection?: string;
    /** The outcome of the link of a verification mail. */
    verification?: 'success' | 'error';
    message?: string;
  };

function ofAutomation({ dialog: named, automation, field }: Record<string, unknown>) {
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
    ...(search.section !== 'activity' && listSearch(search)),
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
