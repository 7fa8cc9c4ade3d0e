export { forJobs, forLooks, forPeople, forSearches } from './limiter.ts';
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
  type PrepaidAccounts,
  readAutomationId,
  readLicense,
  type SmartsheetAccounts,
  toChangeAgent,
} from './smartsheet-accounts.ts';
export { sealTokens } from './token-row.ts';
