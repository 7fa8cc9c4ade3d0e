export type {
  Activity,
  Automation,
  AutomationChange,
  AutomationSettings,
  Column,
  CreateAutomation,
  DraftPreview,
  EditAutomation,
  ErrorCode,
  HealthFinding,
  HealthReport,
  Pass,
  Preview,
  PreviewDraft,
  ProgramAccess,
  Report,
  ReportColumns,
  Rule,
  RuleMatch,
  Run,
  Sheet,
} from '@picksync/contracts';
export { type Client, createClient, type PartialList } from './create-client.ts';
export { type CallOptions, type ClientOptions, isSafeAddress, type Waiting } from './create-send.ts';
export type { Pages } from './pages.ts';
export { PicksyncError, type PicksyncErrorCode } from './picksync-error.ts';
