import * as z from 'zod';
import { previewBody } from './automation-fields.ts';
import { endpoint } from './endpoint.ts';
import { count, idParams } from './fields.ts';

/** How many texts of each list a preview shows; the count beside them is always that of the whole list. */
export const previewTextsShown = 200;

const previewList = z.object({ count, texts: z.array(z.string()).max(previewTextsShown) });

/** What a sync would do now, read live from Smartsheet and stored nowhere. */
export const preview = z.object({
  /** In the order of the list that would be written. */
  added: previewList,
  /** In the order of the dropdown now. */
  removed: previewList,
  kept: previewList,
  /** Options in the dropdown now. */
  optionCount: count,
  /** Whether a sync would write, had nothing to do, would wait for a review, or would fail. */
  verdict: z.enum(['unchanged', 'write', 'waiting_review', 'refused']),
  /** Why a sync would write nothing, as a sentence for the user; null where it would write or has nothing to do. */
  message: z.string().nullable(),
  /** Sentences for the user. They may quote values. */
  warnings: z.array(z.string()),
  /** Whether a sync would wait for a review instead of writing. */
  needsReview: z.boolean(),
  /** Stands for exactly this difference under these settings: the review of a run has the same. */
  fingerprint: z.string(),
});

export type Preview = z.output<typeof preview>;

export const previewEndpoints = {
  /**
   * What the first sync of an automation would do before it is created, or, with `automationId`, the next one before the
   * change is saved. Refused as creating or saving it would be.
   */
  draft: endpoint({
    method: 'POST',
    path: '/api/configurations/preview',
    body: previewBody,
    reply: preview,
    access: 'user',
  }),
  /** What a sync of an automation would do now, also while it is paused. */
  read: endpoint({
    method: 'GET',
    path: '/api/configurations/:id/preview',
    params: idParams,
    reply: preview,
    access: 'user',
  }),
};
