export { forJobs, forLooks, forPairs, forPeople, forRules, forSearches } from './limiter.ts';
export { replacedTokens } from './refresh-tokens.ts';
export {
  connectionFailures,
  getPauseReason,
  recordRefusal,
  statusSentence,
  toAppError,
} from './refusals.ts';
export { retireAccount } from './retired-account.ts';
export {
  createSmartsheetAccounts,
  openPrepaidCalls,
  type PrepaidAccounts,
  type PrepaidCalls,
  prepayStatement,
  readAutomationId,
  readLicense,
  type SmartsheetAccounts,
  type TakePrepaidToken,
  toChangeAgent,
} from './smartsheet-accounts.ts';
export { sealTokens } from './token-row.ts';
