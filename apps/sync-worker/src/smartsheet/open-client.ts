import type { SmartsheetConnection } from '@picksync/db';
import { forJobs, type OpenAccount } from '@picksync/smartsheet-account';
import type { RetryPolicy, SmartsheetClient } from '@picksync/smartsheet-client';

export type OpenClient = (input: {
  connection: Pick<SmartsheetConnection, 'id' | 'region' | 'accountId'>;
  /** Called right before each call is sent; what it throws stops the call. */
  beforeCall?: (() => void) | undefined;
  /** Called for every call that was made. */
  onCall?: () => void;
  /** Fewer tries than usual. */
  retry?: RetryPolicy;
}) => SmartsheetClient;

/** Opens Smartsheet accounts as jobs use them: nobody waits, and people come first. */
export function createOpenClient(openAccount: OpenAccount): OpenClient {
  return (input) => openAccount({ ...forJobs, ...input });
}
