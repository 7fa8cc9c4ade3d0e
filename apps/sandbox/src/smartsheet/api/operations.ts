import type { Scope } from '../model.ts';

export type OperationRule = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below the API's base URL. */
  url: string;
  /** The required scope; null accepts any valid token, 'open' needs no token. */
  scope: Scope | null | 'open';
  /** Another spelling of the path that Smartsheet's SDKs use. */
  alias?: string;
  /** As how many calls it counts against the rate limit. Absent: one. */
  weight?: number;
  /** The body is a file of any type, handed over as its bytes, unless it is JSON. */
  takesFile?: boolean;
};

function rule(method: OperationRule['method'], url: string, scope: OperationRule['scope']): OperationRule {
  return { method, url, scope };
}

// Every operation of the sandbox, with the method, path and scope of Smartsheet's API description.
const rules = {
  'server.info': rule('GET', '/serverinfo', 'open'),
  'oauth.token': rule('POST', '/token', 'open'),
  'oauth.revoke': rule('DELETE', '/token', null),
  'users.me': rule('GET', '/users/me', null),
  'sheets.list': rule('GET', '/sheets', 'READ_SHEETS'),
  'sheets.create': rule('POST', '/sheets', 'CREATE_SHEETS'),
  'sheets.get': rule('GET', '/sheets/:sheetId', 'READ_SHEETS'),
  'sheets.update': rule('PUT', '/sheets/:sheetId', 'ADMIN_SHEETS'),
  'sheets.delete': rule('DELETE', '/sheets/:sheetId', 'DELETE_SHEETS'),
  'sheets.version': rule('GET', '/sheets/:sheetId/version', 'READ_SHEETS'),
  'sheets.copy': { ...rule('POST', '/sheets/:sheetId/copy', 'CREATE_SHEETS'), weight: 10 },
  'sheets.move': rule('POST', '/sheets/:sheetId/move', 'CREATE_SHEETS'),
  'workspaces.list': rule('GET', '/workspaces', 'READ_SHEETS'),
  'workspaces.create': rule('POST', '/workspaces', 'ADMIN_WORKSPACES'),
  'workspaces.metadata': rule('GET', '/workspaces/:workspaceId/metadata', 'READ_SHEETS'),
  'workspaces.children': rule('GET', '/workspaces/:workspaceId/children', 'READ_SHEETS'),
  'workspaces.delete': rule('DELETE', '/workspaces/:workspaceId', 'ADMIN_WORKSPACES'),
  'workspaces.createFolder': rule('POST', '/workspaces/:workspaceId/folders', 'ADMIN_WORKSPACES'),
  'workspaces.createSheet': rule('POST', '/workspaces/:workspaceId/sheets', 'CREATE_SHEETS'),
  'folders.metadata': rule('GET', '/folders/:folderId/metadata', 'READ_SHEETS'),
  'folders.children': rule('GET', '/folders/:folderId/children', 'READ_SHEETS'),
  'folders.delete': rule('DELETE', '/folders/:folderId', 'ADMIN_WORKSPACES'),
  'folders.createFolder': rule('POST', '/folders/:folderId/folders', 'ADMIN_WORKSPACES'),
  'folders.createSheet': rule('POST', '/folders/:folderId/sheets', 'CREATE_SHEETS'),
  'reports.list': rule('GET', '/reports', 'READ_SHEETS'),
  'reports.create': rule('POST', '/reports', 'READ_SHEETS'),
  'reports.get': rule('GET', '/reports/:reportId', 'READ_SHEETS'),
  'reports.delete': rule('DELETE', '/reports/:reportId', 'DELETE_SHEETS'),
  'reports.columns': rule('GET', '/reports/:reportId/columns', 'READ_SHEETS'),
  'reports.definition': rule('GET', '/reports/:reportId/definition', 'READ_SHEETS'),
  'reports.define': rule('PUT', '/reports/:reportId/definition', 'READ_SHEETS'),
  'reports.scope': rule('GET', '/reports/:reportId/scope', 'READ_SHEETS'),
  'reports.addScope': rule('POST', '/reports/:reportId/scope', 'READ_SHEETS'),
  'reports.removeScope': rule('DELETE', '/reports/:reportId/scope', 'READ_SHEETS'),
  'columns.list': rule('GET', '/sheets/:sheetId/columns', 'READ_SHEETS'),
  'columns.add': rule('POST', '/sheets/:sheetId/columns', 'ADMIN_SHEETS'),
  'columns.get': rule('GET', '/sheets/:sheetId/columns/:columnId', 'READ_SHEETS'),
  'columns.update': rule('PUT', '/sheets/:sheetId/columns/:columnId', 'ADMIN_SHEETS'),
  'columns.delete': rule('DELETE', '/sheets/:sheetId/columns/:columnId', 'ADMIN_SHEETS'),
  'rows.get': rule('GET', '/sheets/:sheetId/rows/:rowId', 'READ_SHEETS'),
  'rows.add': rule('POST', '/sheets/:sheetId/rows', 'WRITE_SHEETS'),
  'rows.update': rule('PUT', '/sheets/:sheetId/rows', 'WRITE_SHEETS'),
  'rows.delete': rule('DELETE', '/sheets/:sheetId/rows', 'WRITE_SHEETS'),
  'attachments.list': rule('GET', '/sheets/:sheetId/attachments', 'READ_SHEETS'),
  'attachments.add': {
    ...rule('POST', '/sheets/:sheetId/attachments', 'WRITE_SHEETS'),
    weight: 10,
    takesFile: true,
  },
  'attachments.get': rule('GET', '/sheets/:sheetId/attachments/:attachmentId', 'READ_SHEETS'),
  'attachments.delete': rule('DELETE', '/sheets/:sheetId/attachments/:attachmentId', 'WRITE_SHEETS'),
  'webhooks.list': rule('GET', '/webhooks', 'ADMIN_WEBHOOKS'),
  'webhooks.create': rule('POST', '/webhooks', 'ADMIN_WEBHOOKS'),
  'webhooks.get': rule('GET', '/webhooks/:webhookId', 'ADMIN_WEBHOOKS'),
  'webhooks.update': rule('PUT', '/webhooks/:webhookId', 'ADMIN_WEBHOOKS'),
  'webhooks.delete': rule('DELETE', '/webhooks/:webhookId', 'ADMIN_WEBHOOKS'),
  'webhooks.resetSharedSecret': {
    ...rule('POST', '/webhooks/:webhookId/resetSharedSecret', 'ADMIN_WEBHOOKS'),
    alias: '/webhooks/:webhookId/resetsharedsecret',
  },
} as const satisfies Record<string, OperationRule>;

export type Operation = keyof typeof rules;
export const operationRules: Record<Operation, OperationRule> = rules;

export function isWrite(operation: Operation): boolean {
  return operationRules[operation].method !== 'GET';
}
