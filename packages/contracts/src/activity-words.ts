import type { ActivityAction, ActivityStatus } from './activity.ts';

/** The words of the filters, and of the file for a spreadsheet. */
export const activityActionNames: Record<ActivityAction, string> = {
  create_automation: 'Created',
  edit_automation: 'Changed',
  pause_automation: 'Paused',
  activate_automation: 'Activated',
  delete_automation: 'Deleted',
  approve_review: 'Approved',
  keep_review: 'Kept',
  restore_list: 'Restored',
  manual_sync: 'Manual sync',
  update_dropdown: 'List updated',
  sheet_outage: 'Smartsheet trouble',
  webhook_received: 'Real-time updates',
  token_refresh: 'Access renewed',
  connect_smartsheet: 'Connected',
  disconnect_smartsheet: 'Disconnected',
  plan_limit: 'Plan limit',
};

export const activityStatusNames: Record<ActivityStatus, string> = {
  success: 'Success',
  error: 'Error',
  warning: 'Warning',
  info: 'Info',
};
