import type { SmartsheetConnection } from '@picksync/db';
import { forJobs, type OpenAccount } from '@picksync/smartsheet-account';
import type { RetryPolicy, SmartsheetCall, SmartsheetClient } from '@picksync/smartsheet-client';

export type OpenClient = (input: {
  connection: Pick<SmartsheetConnection, 'id' | 'region' | 'accountId'>;
  /** Called right before each call is sent; what it throws stops the call. */
  beforeCall?: (() => void) | undefined;
  /** Called for every call that was made. */
  onCall?: (call: SmartsheetCall) => void;
  /** Fewer tries than usual. */
  retry?: RetryPolicy;
}) => SmartsheetClient;

/** Returns how jobs open a Smartsheet account: no job waits for the budget, and part of it is left to people. */
export function createOpenClient(openAccount: OpenAccount): OpenClient {
  return (input) => openAccount({ ...forJobs, ...input });
}
