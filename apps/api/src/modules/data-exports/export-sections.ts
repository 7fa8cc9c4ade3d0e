/** One part of the file: the rows of a table that belong to a user. */
export type ExportSection = {
  table: string;
  /** How its rows are found: by their user, by the user's connection, or by one of the user's automations. */
  by: 'id' | 'user_id' | 'connection_id' | 'automation_id';
  /** The column that its pages follow; unique among the rows of one user. */
  order: string;
};

/** Everything that is stored about a person, in the order of the file. */
export const exportSections: readonly ExportSection[] = [
  { table: 'users', by: 'id', order: 'id' },
  { table: 'sessions', by: 'user_id', order: 'id' },
  { table: 'audit_events', by: 'user_id', order: 'id' },
  { table: 'email_changes', by: 'user_id', order: 'id' },
  { table: 'smartsheet_connections', by: 'user_id', order: 'id' },
  { table: 'sheets', by: 'connection_id', order: 'sheet_id' },
  { table: 'smartsheet_webhooks', by: 'connection_id', order: 'id' },
  { table: 'automations', by: 'user_id', order: 'id' },
  { table: 'automation_runs', by: 'automation_id', order: 'id' },
  { table: 'activity_logs', by: 'user_id', order: 'id' },
  { table: 'subscriptions', by: 'user_id', order: 'id' },
  { table: 'checkouts', by: 'user_id', order: 'id' },
  { table: 'payment_transactions', by: 'user_id', order: 'id' },
  { table: 'coupon_redemptions', by: 'user_id', order: 'id' },
  { table: 'contact_messages', by: 'user_id', order: 'id' },
  { table: 'api_keys', by: 'user_id', order: 'id' },
  { table: 'passkeys', by: 'user_id', order: 'id' },
  { table: 'outgoing_webhooks', by: 'user_id', order: 'id' },
  { table: 'notices', by: 'user_id', order: 'id' },
  { table: 'sent_mails', by: 'user_id', order: 'id' },
];

/** Tables with a user that are no part of the file: secrets that work once, and the file itself. */
export const notExported = ['one_time_codes', 'data_exports', 'idempotency_keys'];

const secret =
  /(^|_)(hash|hashes|sealed|secret|token|tokens|fingerprint|challenge|codes|key_id|fold_key|public_key)($|_)/;

/** Returns whether a column may be in the file: nothing that opens anything, sealed and hashed or not. */
export function isExported(column: string): boolean {
  return !secret.test(column);
}
