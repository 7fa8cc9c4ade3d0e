import type { AutomationSettings } from '@picksync/contracts';
import type { SyncClaim } from '@picksync/db';
import type { CallOptions, SmartsheetClient } from '@picksync/smartsheet-client';
import type { OptionHash } from '@picksync/sync-engine';
import type { SyncedAutomation } from '../automations/automations.store.ts';

/** The run of one automation. */
export type Run = {
  /** As it was when the pass began. */
  automation: SyncedAutomation;
  settings: AutomationSettings;
  claim: SyncClaim;
  client: SmartsheetClient;
  /** What every call of the run has. */
  call: CallOptions;
  /** The hashes of the automation. */
  hash: OptionHash;
};
