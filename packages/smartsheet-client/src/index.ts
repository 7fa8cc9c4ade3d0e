export { type CallbackSite, canReceiveCallbacks } from './callback-address.ts';
export type { Callback, CallbackEvent } from './callbacks.ts';
export { challengeHeader, challengeReply, isCausedBy, parseCallback } from './callbacks.ts';
export type { SmartsheetClient, SmartsheetClientOptions } from './client.ts';
export { createSmartsheetClient } from './client.ts';
export type { Column, ColumnType, DropdownType, UpdateColumn } from './columns.types.ts';
export type {
  HeldBackBy,
  SmartsheetErrorClass,
  SmartsheetErrorFields,
  SmartsheetOutcome,
  SmartsheetReason,
} from './errors.ts';
export { SmartsheetError, smartsheetReasons } from './errors.ts';
export type { Sleep, SmartsheetLimiter } from './limiter.ts';
export { BudgetExhausted, createMemoryLimiter } from './limiter.ts';
export type { SmartsheetRegion, SmartsheetSite } from './oauth.regions.ts';
export { smartsheetRegions, smartsheetSite, smartsheetSites } from './oauth.regions.ts';
export { authorizeUrl, exchangeCode, refresh, revoke } from './oauth.ts';
export type { OAuthCall, OAuthClient, SmartsheetTokens } from './oauth.types.ts';
export type { CallOptions, SmartsheetCall, SmartsheetOperation } from './operations.ts';
export type { RetryPolicy } from './retry.ts';
export { defaultRetryPolicy, singleTry } from './retry.ts';
export type {
  AddRows,
  Cell,
  CellValue,
  CellWrite,
  DeleteRows,
  MultiContact,
  ObjectValue,
  Row,
  RowLocation,
  RowsDeleted,
  RowsWritten,
  UpdateRows,
} from './rows.types.ts';
export { maxRowsPerCall } from './rows.types.ts';
export type {
  AccessLevel,
  GetSheet,
  GetWholeSheet,
  ListSheetPages,
  ListSheets,
  Sheet,
  SheetExclude,
  SheetIfChanged,
  SheetInclude,
  SheetSummary,
  SheetVersions,
} from './sheets.types.ts';
export type { CallbackSignature, SignatureHeader } from './signature.ts';
export {
  isSignatureHeader,
  signatureHeader,
  startCallbackSignature,
  verifyCallbackSignature,
} from './signature.ts';
export type { TimeLimits } from './time-limits.ts';
export type { Fetch } from './transport.ts';
export type { SmartsheetUser } from './users.types.ts';
export type {
  CreateWebhook,
  ListWebhooks,
  OneWebhook,
  UpdateWebhook,
  Webhook,
  WebhookStatus,
} from './webhooks.types.ts';
