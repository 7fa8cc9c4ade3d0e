export type { CallOptions } from './call-options.ts';
export type { CallbackSignature, SignatureHeader } from './callback-signature.ts';
export {
  isSignatureHeader,
  signatureHeader,
  startCallbackSignature,
  verifyCallbackSignature,
} from './callback-signature.ts';
export type { Callback } from './callbacks.ts';
export {
  type CallbackSite,
  canReceiveCallbacks,
  challengeReply,
  isCausedBy,
  parseCallback,
} from './callbacks.ts';
export type { SmartsheetClient } from './client.ts';
export { createSmartsheetClient } from './client.ts';
export type { Column, ContactType, DropdownType } from './columns.wire.ts';
export { isContactType } from './columns.wire.ts';
export { type Contact, parseContactText, toContactText } from './contact-text.ts';
export type { SmartsheetErrorFields, SmartsheetReason } from './errors.ts';
export { SmartsheetError } from './errors.ts';
export type { Sleep, SmartsheetLimiter } from './limiter.ts';
export { BudgetExhausted, createMemoryLimiter } from './limiter.ts';
export type { CallSource, SmartsheetSite } from './oauth.regions.ts';
export { smartsheetSite } from './oauth.regions.ts';
export type { OAuthClient, SmartsheetTokens } from './oauth.ts';
export { authorizeUrl, exchangeCode, refresh, revoke } from './oauth.ts';
export type { SmartsheetCall } from './operations.ts';
export type { ListedSheet, Place } from './places.wire.ts';
export type { Report } from './reports.wire.ts';
export type { RetryPolicy } from './retry.ts';
export { singleTry } from './retry.ts';
export type { Cell, CellWrite, Row } from './rows.wire.ts';
export { maxRowIdsPerCall, maxRowsPerCall } from './rows.wire.ts';
export type { AccessLevel, FoundVersions, Sheet, SheetList, SheetSummary } from './sheets.wire.ts';
export type { TimeLimits } from './time-limits.ts';
export type { SmartsheetUser } from './users.ts';
export type { Webhook, WebhookStatus } from './webhooks.wire.ts';
