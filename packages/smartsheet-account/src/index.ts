export { forJobs, forLooks, forPeople, forSearches } from './limiter.ts';
export { replacedTokens } from './refresh-tokens.ts';
export {
  appErrorOfSmartsheet,
  connectionFailures,
  reasonOfPause,
  recordRefusal,
  statusSentence,
} from './refusals.ts';
export { retireAccount } from './retired-account.ts';
export {
  automationOfAgent,
  changeAgentOf,
  createSmartsheetAccounts,
  type PrepaidAccounts,
  readLicense,
  type SmartsheetAccounts,
} from './smartsheet-accounts.ts';
export { sealTokens } from './token-row.ts';
