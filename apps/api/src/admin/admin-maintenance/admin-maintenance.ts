import { AppError, type endpoints, maxMaintenanceHours, type Reply } from '@picksync/contracts';
import {
  announceMaintenance as announce,
  beginMaintenance as begin,
  endMaintenance as end,
  transact,
} from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { readMaintenance } from '../../base/maintenance.ts';
import { type Admin, recordAdminAction } from '../record-admin-action.ts';

type Calls = typeof endpoints.adminMaintenance;
type Said = Promise<{ message: string }>;

/** Returns the maintenance that is announced, on or just over. */
export function showMaintenance(context: Context): Reply<Calls['read']> {
  return { window: readMaintenance(context) ?? null, at: context.now().toISOString() };
}

/** Announces a window, which begins by itself. Throws `validation_failed` for times in the past and where one is on. */
export async function announceMaintenance(
  context: Context,
  by: Admin,
  { from, to }: { from: string; to: string },
): Said {
  const now = context.now();
  const [startsAt, endsAt] = [new Date(from), new Date(to)];
  if (endsAt <= startsAt) refuse({ to: 'It ends after it begins' });
  if (startsAt <= now) refuse({ from: 'This time is over. Begin now, or choose a later one' });
  assertLength(startsAt, endsAt);
  await transact(context.db, async (tx) => {
    const isPlanned = await announce(tx, { startsAt, endsAt, actorId: by.adminId, now });
    if (!isPlanned) refuse({ from: 'A maintenance is on. Say first that it is over' });
    await recordAdminAction(context, tx, {
      by,
      action: 'maintenance_announced',
      name: toName(startsAt, endsAt),
    });
  });
  await context.maintenance.load();
  return { message: 'Announced. It begins by itself.' };
}

/** Begins a maintenance at once, or changes the end of the one that is on. Throws `validation_failed` for a time in the past. */
export async function beginMaintenance(context: Context, by: Admin, { to }: { to: string }): Said {
  const now = context.now();
  const endsAt = new Date(to);
  if (endsAt <= now) refuse({ to: 'This time is over' });
  assertLength(now, endsAt);
  const hasBegun = await transact(context.db, async (tx) => {
    await recordAdminAction(context, tx, { by, action: 'maintenance_begun', name: toName(now, endsAt) });
    return begin(tx, { endsAt, actorId: by.adminId, now });
  });
  await context.maintenance.load();
  return {
    message: hasBegun ? 'It has begun. Workers finish what they do, then rest.' : 'The new end is announced.',
  };
}

/** Ends the maintenance: a sweep then looks at every connection. Throws `not_found` where there is none. */
export async function endMaintenance(context: Context, by: Admin): Said {
  const now = context.now();
  const ended = await transact(context.db, async (tx) => {
    const done = await end(tx, now);
    if (done === null) throw new AppError('not_found', { message: 'There is no maintenance to end.' });
    await recordAdminAction(context, tx, { by, action: 'maintenance_ended' });
    if (done === 'ended') await context.queue.send(tx, 'sweep', {});
    return done;
  });
  await context.maintenance.load();
  return { message: ended === 'ended' ? 'It is over. All lists are checked now.' : 'Withdrawn.' };
}

function refuse(errors: Record<string, string>): never {
  throw new AppError('validation_failed', { errors });
}

function assertLength(startsAt: Date, endsAt: Date): void {
  const hours = (endsAt.getTime() - startsAt.getTime()) / 3_600_000;
  if (hours > maxMaintenanceHours) refuse({ to: `Please plan ${maxMaintenanceHours} hours at most` });
}

/** Returns a window as the audit log shows it: in UTC, since everybody reads the same text. */
function toName(startsAt: Date, endsAt: Date): string {
  const write = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ');
  return `${write(startsAt)} to ${write(endsAt)} UTC`;
}
