/** The calls this package makes, by noun. Used in errors, in `onCall` and to classify by what was asked. */
export type SmartsheetOperation =
  | 'users.me'
  | 'sheets.list'
  | 'sheets.get'
  | 'sheets.version'
  | 'workspaces.list'
  | 'workspaces.children'
  | 'workspaces.metadata'
  | 'folders.children'
  | 'folders.metadata'
  | 'reports.list'
  | 'reports.get'
  | 'columns.list'
  | 'columns.update'
  | 'rows.add'
  | 'rows.update'
  | 'rows.delete'
  | 'attachments.add'
  | 'attachments.list'
  | 'attachments.get'
  | 'attachments.download'
  | 'attachments.delete'
  | 'webhooks.create'
  | 'webhooks.list'
  | 'webhooks.update'
  | 'webhooks.delete'
  | 'webhooks.resetSharedSecret'
  | 'oauth.exchange'
  | 'oauth.refresh'
  | 'oauth.revoke';

/** One finished attempt, for counting and logging. Never holds a value, a token or a body. */
export type SmartsheetCall = {
  operation: SmartsheetOperation;
  /** HTTP status; absent when no complete answer arrived. */
  status: number | undefined;
  durationMs: number;
  /** 1 for the first try. */
  attempt: number;
};
