export { createSmartsheetBudget, reservedForPeople, type SmartsheetBudget } from './budget.ts';
export { changeAgentOf } from './change-agent.ts';
export {
  type AccountUse,
  createSmartsheetAccounts,
  forJobs,
  forPeople,
  type OpenAccount,
  type SmartsheetAccounts,
} from './open-account.ts';
export { recordRefusal } from './record-refusal.ts';
export { replacedTokens } from './refresh-lease.ts';
export {
  appErrorOfSmartsheet,
  connectionFailures,
  endsConnection,
  type StatusReason,
  statusSentence,
} from './refusals.ts';
export { endRetiredAccount, retireAccount } from './retired-account.ts';
export { NotConnectedError, sealTokens } from './token-row.ts';
