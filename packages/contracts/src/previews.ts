import * as z from 'zod';
import { previewBody } from './automation-fields.ts';
import { endpoint } from './endpoint.ts';
import { idParams } from './fields.ts';

/** What a sync would do now, read live from Smartsheet and stored nowhere. */
export const preview = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  kept: z.array(z.string()),
  /** Sentences for the user. */
  warnings: z.array(z.string()),
  /** Whether a sync would wait for a review instead of writing. */
  needsReview: z.boolean(),
  /** Stands for exactly this difference. */
  fingerprint: z.string(),
});

export const previewEndpoints = {
  draft: endpoint({
    method: 'POST',
    path: '/api/configurations/preview',
    body: previewBody,
    reply: preview,
    access: 'user',
    notImplemented: true,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/configurations/:id/preview',
    params: idParams,
    reply: preview,
    access: 'user',
    notImplemented: true,
  }),
};
