import type { Database } from '@picksync/db';
import { createThrottle, type ThrottleDeps } from '../../base/throttle.ts';

export type SheetThrottleDeps = Pick<ThrottleDeps, 'keyedHash'> & { database: Pick<Database, 'pool'> };

/**
 * How often a user may read each list, previews and checks from Smartsheet: they use calls that their automations need.
 */
const readsPerMinute = 30;

export function createSheetThrottles({ database: { pool }, keyedHash }: SheetThrottleDeps) {
  const throttle = (name: string) =>
    createThrottle({ name, max: readsPerMinute, windowMs: 60_000 }, { pool, keyedHash });
  return {
    sheets: throttle('sheet-reads'),
    columns: throttle('column-reads'),
    previews: throttle('preview-reads'),
    checks: throttle('health-checks'),
  };
}
