import type { PrismaClient, Sealer, SmartsheetRegion } from '@picksync/db';
import type { OAuthClient, Sleep, SmartsheetSite } from '@picksync/smartsheet-client';

export type AccountsDeps = {
  prisma: PrismaClient;
  sealer: Sealer;
  /** Undefined while this installation is not registered with Smartsheet. */
  credentials: OAuthClient | undefined;
  siteOf: (region: SmartsheetRegion) => SmartsheetSite;
  now: () => Date;
  random: () => number;
  sleep: Sleep;
  /**
   * How long to wait for the answer to a refresh. Giving up after Smartsheet has rotated the tokens loses the
   * connection.
   */
  refreshTimeoutMs?: number;
};
