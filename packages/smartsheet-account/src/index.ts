export { forJobs, forPeople } from './account-use.ts';
export { changeAgentOf } from './change-agent.ts';
export {
  createSmartsheetAccounts,
  type OpenAccount,
  type SmartsheetAccounts,
} from './open-account.ts';
export type { PrepaidAccounts, PrepayAccounts } from './prepay-accounts.ts';
export { recordRefusal } from './record-refusal.ts';
export { replacedTokens } from './refresh-lease.ts';
export { appErrorOfSmartsheet, connectionFailures, statusSentence } from './refusals.ts';
export { retireAccount } from './retired-account.ts';
export { sealTokens } from './token-row.ts';
