import { type Activity, type ActivityAction, isolated } from '@picksync/contracts';

type Phrases = Partial<Record<Activity['status'], string>>;

/** What happened, after the name of the automation it happened to. */
const afterName: Record<ActivityAction, string> = {
  create_automation: 'was created',
  edit_automation: 'was changed',
  pause_automation: 'was paused',
  activate_automation: 'was activated',
  delete_automation: 'was deleted',
  approve_review: 'had its review approved by you',
  keep_review: 'keeps its list',
  restore_list: 'is back to an earlier list',
  manual_sync: 'was synced by hand',
  update_dropdown: 'updated its list',
  sheet_outage: 'waits for Smartsheet',
  webhook_received: 'noticed a change',
  token_refresh: 'renewed its access to Smartsheet',
  connect_smartsheet: 'was connected',
  disconnect_smartsheet: 'was disconnected',
  plan_limit: 'was paused: the plan allows fewer',
};

/** The same for entries that did not succeed. */
const afterNameWhen: Partial<Record<ActivityAction, Phrases>> = {
  manual_sync: { error: 'could not be synced', warning: 'waits for your review' },
  restore_list: { warning: 'was not restored' },
  update_dropdown: { error: 'could not update its list', warning: 'waits for your review' },
  // Of a rule: it goes on with the sheets that it has.
  plan_limit: { info: 'left sheets out: the plan allows fewer' },
};

/** What happened to the account as a whole. */
const ofAccount: Partial<Record<ActivityAction, string>> = {
  connect_smartsheet: 'Smartsheet connected',
  disconnect_smartsheet: 'Smartsheet disconnected',
  token_refresh: 'Access to Smartsheet renewed',
  webhook_received: 'Real-time updates are on',
  plan_limit: 'Automations paused: the plan allows fewer',
};

const ofAccountWhen: Partial<Record<ActivityAction, Phrases>> = {
  disconnect_smartsheet: { error: 'Smartsheet no longer accepts the connection' },
  webhook_received: { warning: 'Real-time updates are off', success: 'Changes noticed by Smartsheet' },
};

/** What happened to several automations at once, after their number. */
export const ofMany: Record<ActivityAction, string> = {
  create_automation: 'were created',
  edit_automation: 'were changed',
  pause_automation: 'were paused',
  activate_automation: 'were activated',
  delete_automation: 'were deleted',
  approve_review: 'had their reviews approved by you',
  keep_review: 'keep their lists',
  restore_list: 'are back to earlier lists',
  manual_sync: 'were synced by hand',
  update_dropdown: 'updated their lists',
  sheet_outage: 'wait for Smartsheet',
  webhook_received: 'noticed a change',
  token_refresh: 'renewed their access to Smartsheet',
  connect_smartsheet: 'were connected',
  disconnect_smartsheet: 'were disconnected',
  plan_limit: 'were paused: the plan allows fewer',
};

type Headed = Pick<Activity, 'action' | 'status' | 'outcome' | 'configurationName'> & {
  details?: string | null;
};

/** Returns the entry in one line: the automation that it is about, if it is about one, and what happened. */
export function describePlainly({ action, status, outcome, details, configurationName: name }: Headed) {
  if (name === null) {
    const text = ofAccountWhen[action]?.[status] ?? ofAccount[action];
    // One entry for many automations: how many there were stands in its sentence.
    return { subject: null, text: text ?? details ?? `Automations ${ofMany[action]}` };
  }
  const subject = isolated(name);
  // The list was written, but something else was damaged.
  if (outcome === 'changed' && status === 'warning')
    return { subject, text: 'updated its list, but please look at it' };
  return { subject, text: afterNameWhen[action]?.[status] ?? afterName[action] };
}

/** Returns the entry in one line. */
export function headline(entry: Headed): string {
  const { subject, text } = describePlainly(entry);
  return subject === null ? text : `${subject} ${text}`;
}

/** Entries whose details would repeat the headline. */
const saysItAll: readonly ActivityAction[] = ['edit_automation', 'pause_automation', 'activate_automation'];

/** The text beneath the headline. For a pause by the system it is the reason. */
export function describeDetails({ action, status, details, ...entry }: Activity): string | null {
  const isOfMany = entry.configurationName === null && ofAccount[action] === undefined;
  return isOfMany || (saysItAll.includes(action) && status !== 'warning') ? null : details;
}

/** How many options came, went and got another name; a run that stopped changed nothing. */
export function describeChanges({ status, outcome, added, removed, renamed }: Activity) {
  return status === 'success' || outcome === 'changed'
    ? { added: added ?? 0, removed: removed ?? 0, renamed: renamed ?? 0 }
    : { added: 0, removed: 0, renamed: 0 };
}

export const loadFailure = 'Failed to load activity logs';
