import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import type { MaintenanceWindow } from './maintenance.ts';

/**
 * The parts of a user's pages that may be out of date. `rules`: a rule, one of its sheets, or whether it is looked into;
 * `connection`: the state of the Smartsheet account.
 */
export const liveKinds = ['automations', 'rules', 'activity', 'connection', 'plan'] as const;
export type LiveKind = (typeof liveKinds)[number];

/** The data of one event: what to ask for again. It says that something changed, never what it is now. */
export const liveChange = z.object({ changed: z.array(z.enum(liveKinds)) });
export type LiveChange = z.output<typeof liveChange>;

/** The name of events that only keep the stream alive; others have no name. */
export const liveBeat = 'beat';

/** The name of events that carry the maintenance itself: it is the same for everybody, and thousands need not ask. */
export const liveMaintenance = 'maintenance';
export type LiveMaintenance = { window?: MaintenanceWindow | undefined };

/** How often a stream sends an event at least: so soon does a page notice that the server is gone. */
export const liveBeatMs = 8000;

export const liveEndpoints = {
  /**
   * Server-sent events: one as soon as something on the user's dashboard has changed. A stream begins with an event that
   * names all kinds, unless it is known that nothing was missed since `lastEventId`: that of the status, which a page reads
   * before all that it shows, or that of the last event (for a browser that comes back, the header `Last-Event-ID`). Ends
   * with the session.
   */
  stream: endpoint('GET', '/api/events', {
    query: z.strictObject({ lastEventId: z.string().max(100).optional() }),
    reply: liveChange,
    access: 'user',
    raw: 'events',
  }),
};
