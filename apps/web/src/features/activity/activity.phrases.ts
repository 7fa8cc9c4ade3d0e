import type { Activity, ActivityAction } from '@picksync/contracts';

/** What happened, after the name of the automation it happened to. */
const afterName: Record<ActivityAction, string> = {
  create_automation: 'was created',
  edit_automation: 'was changed',
  pause_automation: 'was paused',
  activate_automation: 'was activated',
  delete_automation: 'was deleted',
  manual_sync: 'was synced by hand',
  update_dropdown: 'updated its dropdown',
  webhook_received: 'heard of a change',
  token_refresh: 'renewed its access to Smartsheet',
  connect_smartsheet: 'was connected',
  disconnect_smartsheet: 'was disconnected',
  plan_limit: 'was paused: the plan allows fewer',
};

const afterNameWhenFailed: Partial<Record<ActivityAction, string>> = {
  manual_sync: 'could not be synced',
  update_dropdown: 'could not update its dropdown',
};

/** What happened to the account as a whole. */
const ofAccount: Partial<Record<ActivityAction, string>> = {
  connect_smartsheet: 'Smartsheet connected',
  disconnect_smartsheet: 'Smartsheet disconnected',
  token_refresh: 'Access to Smartsheet renewed',
  plan_limit: 'Automations paused: the plan allows fewer',
};

/** The entry in one line. */
export const headline = ({ action, status, configurationName }: Activity): string => {
  if (configurationName === null) return ofAccount[action] ?? `An automation ${afterName[action]}`;
  const failed = status === 'error' ? afterNameWhenFailed[action] : undefined;
  return `${configurationName} ${failed ?? afterName[action]}`;
};

/** The words of the filters. */
export const actionNames: Record<ActivityAction, string> = {
  create_automation: 'Created',
  edit_automation: 'Changed',
  pause_automation: 'Paused',
  activate_automation: 'Activated',
  delete_automation: 'Deleted',
  manual_sync: 'Manual sync',
  update_dropdown: 'Dropdown updated',
  webhook_received: 'Change notice',
  token_refresh: 'Access renewed',
  connect_smartsheet: 'Connected',
  disconnect_smartsheet: 'Disconnected',
  plan_limit: 'Plan limit',
};

export const statusNames: Record<Activity['status'], string> = {
  success: 'Success',
  error: 'Error',
  warning: 'Warning',
  info: 'Info',
};
