import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { adminAct } from './endpoint-kinds.ts';
import { idField, idParams, isoTime, oneLine, requiredText } from './fields.ts';
import { statusParts } from './status.ts';

/** What everybody reads about an incident: one line. */
const words = requiredText({ message: 'Please say what people should know', max: 300 }).regex(
  oneLine,
  'Please write it on one line',
);

export const sayOnStatusBody = z.strictObject({ text: words });

export const openIncidentBody = z.strictObject({
  title: requiredText({ message: 'Please give it a title', max: 80 }).regex(
    oneLine,
    'Please write it on one line',
  ),
  parts: z
    .array(z.enum(statusParts), 'Please choose at least one part')
    .min(1, 'Please choose at least one part')
    .max(statusParts.length)
    .refine((parts) => new Set(parts).size === parts.length, 'Please choose each part once'),
  text: words,
});

const incident = z.object({
  id: idField,
  title: z.string(),
  parts: z.array(z.enum(statusParts)),
  /** Opened by the measurement, which also ends it. */
  isMeasured: z.boolean(),
  startedAt: isoTime,
  endedAt: isoTime.nullable(),
  /** Newest first. */
  entries: z.array(z.object({ id: idField, at: isoTime, text: z.string(), isMeasured: z.boolean() })),
});

export const adminStatusEndpoints = {
  /** What the status page says, and the incidents of the last 90 days: open ones first, then the newest. */
  read: endpoint('GET', '/api/admin/status', {
    reply: z.object({
      /** When anything was measured last; null before the first time. */
      measuredAt: isoTime.nullable(),
      parts: z.array(
        z.object({
          part: z.enum(statusParts),
          /** `unknown`: it was not measured in the last minutes. */
          state: z.enum(['working', 'disturbed', 'unknown']),
          since: isoTime,
        }),
      ),
      incidents: z.array(incident),
    }),
    access: 'admin',
  }),
  /** Opens an incident by hand, with the first words about it. */
  open: endpoint('POST', '/api/admin/status/incidents', { ...adminAct, body: openIncidentBody }),
  /** Adds words to an incident, also after it is over. What is published stays as it is. */
  say: endpoint('POST', '/api/admin/status/incidents/:id/entries', {
    ...adminAct,
    params: idParams,
    body: sayOnStatusBody,
  }),
  /** Ends an incident. Answers `incident_goes_on` while the measurement still sees it. */
  end: endpoint('POST', '/api/admin/status/incidents/:id/end', { ...adminAct, params: idParams }),
};
