import type { FailureReason } from './sync-failure-texts.ts';

/** Where the help says what to do: a question of the FAQ, and the row of its table where it has one. */
export type HelpPlace = { question: string; problem?: string };

function failing(problem: string): HelpPlace {
  return { question: 'failing', problem };
}
const review: HelpPlace = { question: 'review' };

const places: Record<FailureReason, HelpPlace> = {
  rate_limited: failing('waiting'),
  paced: failing('waiting'),
  provider_outage: failing('waiting'),
  sheet_outage: failing('waiting'),
  sheet_resting: failing('waiting'),
  connection_revoked: failing('connection'),
  connection_restored: failing('connection'),
  connection_scope: failing('connection'),
  plan_without_api: failing('administrator'),
  account_policy: failing('administrator'),
  account_state: failing('administrator'),
  wipe_guard: review,
  source_empty: review,
  nothing_passes: review,
  rows_would_go: review,
  rows_would_come: review,
  fewer_source_sheets: review,
  names_changed: review,
  drift_found: review,
  plan_lacks_settings: failing('plan'),
  source_sheet_gone: failing('gone'),
  source_column_gone: failing('gone'),
  source_no_right: failing('gone'),
  report_gone: failing('gone'),
  report_no_right: failing('gone'),
  report_too_long: failing('report'),
  report_lists_target: failing('report'),
  source_not_writable: failing('source'),
  source_not_text: failing('source'),
  source_list_no_right: failing('source'),
  source_list_claimed: failing('source'),
  source_list_full: failing('source'),
  filter_column_gone: failing('gone'),
  label_column_gone: failing('gone'),
  address_column_gone: failing('gone'),
  address_column_missing: failing('target'),
  contacts_not_two_way: failing('target'),
  target_sheet_gone: failing('gone'),
  target_column_gone: failing('gone'),
  target_column_retyped: failing('target'),
  target_column_locked: failing('target'),
  target_no_right: failing('target'),
  target_unlicensed: failing('target'),
  target_symbol: failing('target'),
  request_refused: failing('target'),
  cells_no_right: failing('connection'),
  names_need_room: failing('length'),
  copy_no_right: failing('copies'),
  copy_failed: failing('copies'),
  target_claimed: failing('double'),
  automation_loop: failing('double'),
  target_contested: failing('double'),
  left_rule: failing('gone'),
  other_account: failing('other-account'),
  too_many_options: failing('length'),
  option_too_long: failing('length'),
  bug: failing('ours'),
};

/** Returns where the help answers the sentence that an automation shows for this reason. */
export function findHelpPlace(reason: FailureReason): HelpPlace {
  return places[reason];
}
