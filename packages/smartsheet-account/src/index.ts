export { automationOfAgent, changeAgentOf } from './change-agent.ts';
export { forJobs, forLooks, forPeople, forSearches } from './limiter.ts';
export type { PrepaidAccounts, PrepayAccounts } from './prepay-accounts.ts';
export { readLicense } from './read-license.ts';
export { reasonOfPause } from './reason-of-pause.ts';
export { recordRefusal } from './record-refusal.ts';
export { replacedTokens } from './refresh-lease.ts';
export { appErrorOfSmartsheet, connectionFailures, statusSentence } from './refusals.ts';
export { retireAccount } from './retired-account.ts';
export {
  createSmartsheetAccounts,
  type OpenAccount,
  type SmartsheetAccounts,
} from './smartsheet-accounts.ts';
export { sealTokens } from './token-row.ts';
