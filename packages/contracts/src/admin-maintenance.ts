import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { adminAct } from './endpoint-kinds.ts';
import { isoTime } from './fields.ts';
import { maintenanceWindow } from './maintenance.ts';

const noFrom = 'Please say when it begins';
const noTo = 'Please say when it is to end';

const toField = z.iso.datetime(noTo).max(40);

/** How long a window may be planned: mails that wait for longer than a day are dropped. */
export const maxMaintenanceHours = 12;

export const announceMaintenanceBody = z.strictObject({
  from: z.iso.datetime(noFrom).max(40),
  to: toField,
});

export const beginMaintenanceBody = z.strictObject({ to: toField });

export const adminMaintenanceEndpoints = {
  /** The window that is announced or on, or the last one for an hour after its end; null when there is none. */
  read: endpoint('GET', '/api/admin/maintenance', {
    reply: z.object({ window: maintenanceWindow.nullable(), at: isoTime }),
    access: 'admin',
  }),
  /** Announces a window, which begins by itself, in the place of the one that was announced. */
  announce: endpoint('POST', '/api/admin/maintenance', { ...adminAct, body: announceMaintenanceBody }),
  /** Begins at once. Of a window that is on it changes the planned end, or says when there is more to say. */
  begin: endpoint('POST', '/api/admin/maintenance/begin', { ...adminAct, body: beginMaintenanceBody }),
  /** Ends the window, or withdraws the one that has not begun. */
  end: endpoint('POST', '/api/admin/maintenance/end', adminAct),
};
