import * as z from 'zod';
import { isoTime } from './fields.ts';

/** A time in which Picksync is updated: nothing can be changed, and workers rest. It goes on until somebody ends it. */
export const maintenanceWindow = z.object({
  startsAt: isoTime,
  /** When it is planned to end. */
  endsAt: isoTime,
  /** When people hear more, of one that takes longer than planned. */
  nextWordAt: isoTime.nullable(),
  endedAt: isoTime.nullable(),
  /** When every list had been checked after the end. */
  checkedAt: isoTime.nullable(),
});

export type MaintenanceWindow = z.output<typeof maintenanceWindow>;
