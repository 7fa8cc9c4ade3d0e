import { settingColumnNames } from '../../sync/automations/settings.ts';

/** One part of the file: the rows of a table that belong to a user. */
export type ExportSection = {
  table: string;
  /** How its rows are found: by their user, or by the user's connection, automations or outgoing webhooks. */
  by: 'id' | 'user_id' | 'connection_id' | 'automation_id' | 'webhook_id' | 'channel_id';
  /** The column that its pages follow; unique among the rows of one user. */
  order: string;
  /** What is in the file. A column that is not named here is not. */
  columns: readonly string[];
  /**
   * What is left out on purpose: everything that gives access, sealed and hashed or not, and marks of which process
   * works on a row.
   */
  withheld: readonly string[];
};

type SectionText = Partial<Pick<ExportSection, 'by' | 'order'>> & {
  table: string;
  columns: string;
  withheld?: string;
};

/** Everything that is stored about a person, in the order of the file. Most rows have a `user_id` and an `id`. */
const sections: SectionText[] = [
  {
    table: 'users',
    by: 'id',
    columns: `
      id email password_needs_update is_verified role is_demo username profile_picture auth_provider google_id
      google_email google_linked_at microsoft_id microsoft_email microsoft_linked_at totp_enabled_at
      subscription_status subscription_tier trial_start_date trial_end_date subscription_start_date
      subscription_end_date next_tier next_starts_at next_ends_at max_configurations spent_coupon_ids
      dropdown_updates time_zone is_time_zone_chosen clock date_order notifications undeliverable_address
      undeliverable_reason undeliverable_at browsers_known_since last_seen_at disabled_at created_at updated_at`,
    withheld: `
      disabled_reason password_hash declined_password_hash totp_secret_sealed totp_last_step
      recovery_code_hashes`,
  },
  {
    table: 'sessions',
    columns: `
      id user_id awaits_second_factor user_agent ip_address created_at last_seen_at proven_at expires_at
      known_browser_id`,
    withheld: `
      token_hash auth_token_hash auth_token_expires_at former_auth_token_hash former_auth_token_until`,
  },
  {
    table: 'known_browsers',
    columns: 'id user_id user_agent ip_address created_at last_sign_in',
    withheld: 'token_hash',
  },
  {
    table: 'audit_events',
    columns: 'id user_id actor_id action network details count at',
    withheld: 'fold_key',
  },
  {
    table: 'email_changes',
    columns: 'id user_id old_email new_email created_at expires_at confirmed_at ended_at',
  },
  {
    table: 'smartsheet_connections',
    columns: `
      id user_id region account_email account_id scopes licensed status status_reason status_changed_at
      sync_state sync_attempt sync_starts_at sync_priority dirty_at parked_until limited_until retrying_since
      slow_since rescued_at next_sweep_at last_swept_at next_webhook_check_at next_health_check_at created_at
      updated_at`,
    withheld: `
      access_token_sealed refresh_token_sealed token_expires_at token_refresh_at token_version
      refresh_lease_id refresh_lease_until sync_job_id mend_claim`,
  },
  {
    table: 'sheets',
    by: 'connection_id',
    order: 'sheet_id',
    columns: `
      connection_id sheet_id name version modified_at dirty_at last_read_at volatile created_at updated_at`,
  },
  {
    table: 'smartsheet_webhooks',
    by: 'connection_id',
    columns: `
      id connection_id sheet_id remote_id status remote_status disabled_details column_ids enabled_at
      last_event_at missed_at callback_count remade_at created_at updated_at`,
    withheld: 'shared_secret_sealed',
  },
  {
    table: 'automations',
    columns: `
      ${Object.values(settingColumnNames).join(' ')}
      id user_id connection_id name source_sheet_id source_sheet_name source_sheet_permalink source_column_id
      source_column_name sheet_id sheet_name sheet_permalink target_column_id target_column_name
      source_sheet_count settings_version health health_checked_at is_active paused_by paused_account webhook_id webhook_enabled
      dirty_at dirty_reason manual_sync_at last_updated last_error last_error_reason told_reasons
      failing_since unseen_since last_run_at last_run_outcome last_run_added last_run_removed
      last_run_renamed last_run_option_count last_run_warnings last_run_without_address fills_contacts review review_mail_at asks_before_rows outage_since
      outage_tried_at look_again_at look_again_validation restoring_at rested_at
      rule_id left_rule_at created_at updated_at`,
    withheld: `
      target_fingerprint base_hashes kept_hashes excluded_hashes leaving leaving_at recent_runs
      approved_review approved_renames kept_review held_against outside_changes`,
  },
  {
    table: 'automation_runs',
    by: 'automation_id',
    columns: `
      id automation_id at outcome added removed option_count rows_added rows_deleted details duration_ms calls
      trigger answer pass_id delay_ms copy_id restored_before renamed cells_renamed cells_locked`,
  },
  {
    table: 'list_copies',
    by: 'automation_id',
    columns: `
      id automation_id sheet_id column_id attachment_id file_name bytes option_count at run_at lost_as
      restored_at`,
    withheld: 'content_hash list_hash',
  },
  {
    table: 'list_restores',
    by: 'automation_id',
    order: 'automation_id',
    columns: 'automation_id copy_id list_before requested_at ended_at refusal added removed',
    withheld: 'fingerprint',
  },
  {
    table: 'automation_changes',
    by: 'automation_id',
    columns: 'id automation_id at subject before after key_name',
  },
  {
    table: 'activity_logs',
    columns: `
      id user_id automation_id automation_name action status details added removed renamed option_count outcome count
      day group_id key_name is_by_system timestamp`,
  },
  {
    table: 'subscriptions',
    columns: `
      id user_id plan_id coupon_id status payment_status start_date end_date trial_end_date is_trial
      current_period_start current_period_end cancel_at_period_end cancelled_at payment_provider
      payment_provider_subscription_id reminded_at metadata created_at updated_at currency price_cents
      period_value_cents replaced_by_id past_due_since`,
  },
  {
    table: 'checkouts',
    columns: `
      id user_id plan_id coupon_id subscription_id provider provider_reference status amount_cents
      discount_cents currency return_url cancel_url created_at expires_at settled_at kind price_cents
      credit_cents starts_at provider_plan_id replaces_id approved_at failure tax`,
    withheld: 'checkout_url',
  },
  {
    table: 'payment_transactions',
    columns: `
      id subscription_id user_id provider provider_subscription_id provider_transaction_id transaction_type
      amount currency status billing_cycle payment_date next_billing_date payer_email payer_name payer_id
      payment_method created_at updated_at partly_refunded_at refund_due_cents refund_of_id period_start
      settled_at refund_refused_at refund_refusal`,
    withheld: 'response_data',
  },
  {
    table: 'receipts',
    order: 'number',
    columns: 'number user_id transaction_id refunds_number issued_at currency total_cents content',
  },
  {
    table: 'billing_details',
    order: 'user_id',
    columns: 'user_id name company address postal_code city region country tax_id updated_at',
  },
  {
    table: 'plan_changes',
    columns: 'id user_id subscription_id plan_id provider kind monthly_cents at',
  },
  {
    table: 'coupon_redemptions',
    columns: 'id coupon_id user_id checkout_id discount_cents redeemed_at used_at',
  },
  {
    table: 'contact_messages',
    columns: 'id user_id email message plan is_read created_at',
  },
  {
    table: 'api_keys',
    columns: 'id user_id name prefix scope created_at last_used_at expires_at revoked_at',
    withheld: 'key_hash',
  },
  {
    table: 'passkeys',
    columns: 'id user_id name transports is_synced created_at last_used_at',
    withheld: 'credential_id public_key counter',
  },
  {
    table: 'outgoing_webhooks',
    columns: 'id user_id url events is_active stop_reason failing_since created_at previous_secret_until',
    withheld: 'secret_sealed previous_secret_sealed claimed_by claimed_until',
  },
  {
    table: 'webhook_deliveries',
    by: 'webhook_id',
    columns: `
      id webhook_id event body state attempts next_attempt_at last_attempt_at response_status duration_ms
      failure created_at`,
  },
  {
    table: 'rules',
    columns: `
      id user_id name place_kind place_id place_name workspace_id workspace_name includes_subfolders column_title
      source_sheet_id source_sheet_name source_column_id source_column_name settings new_sheets is_active
      looked_at unreadable_since unreadable_reason unreadable_folders sheet_count folder_count
      created_at updated_at`,
    withheld: 'look_wanted_at looking_until',
  },
  {
    table: 'rule_matches',
    columns: `
      id rule_id user_id sheet_id sheet_name sheet_permalink sheet_created_at state reason column_id column_name
      choices chosen_column_id is_excluded is_wanted is_taken_over sheet_modified_at read_at missed_looks gone_at
      taken_up_at first_seen_at automation_id`,
  },
  { table: 'saved_views', columns: 'id user_id name search is_default created_at' },
  {
    table: 'notice_channels',
    columns:
      'id user_id kind address_hint choices is_active stop_reason failing_since last_sent_at created_at',
    withheld: 'address_sealed',
  },
  {
    table: 'channel_notices',
    by: 'channel_id',
    columns: 'id channel_id key payload state attempts failure created_at next_attempt_at ended_at',
  },
  {
    table: 'notices',
    columns: 'id user_id topic subject_id batch_id opened_at closed_at over_batch_id',
  },
  {
    table: 'sent_mails',
    columns: 'id key mail kind user_id begun_at tried_at sent_at dropped',
  },
];

export const exportSections: readonly ExportSection[] = sections.map(
  ({ by = 'user_id', order = 'id', columns, withheld = '', ...section }) => ({
    ...section,
    by,
    order,
    columns: columns.trim().split(/\s+/),
    withheld: withheld.split(/\s+/).filter((name) => name !== ''),
  }),
);

/** Tables with a user that are no part of the file: secrets that work once, and the file itself. */
export const notExported = ['one_time_codes', 'data_exports', 'idempotency_keys'];
