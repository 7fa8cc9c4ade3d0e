import type { DraftPreview, PreviewDraft } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { eachInTurn } from '../smartsheet/each-in-turn.ts';
import { withReadsOnce } from '../smartsheet/with-reads-once.ts';
import { previewDraft } from './previews.ts';

/** How many reads of sheets are remembered among the drafts: those of a file often share a source. */
const sheetsKept = 8;

/**
 * Returns what a sync would do for each draft, or why saving it would be refused, in the order of the drafts. Throws an error
 * about the account where it is the first of all.
 */
export async function previewDrafts(
  context: Context,
  { userId, drafts }: { userId: string; drafts: readonly PreviewDraft[] },
): Promise<{ results: DraftPreview[] }> {
  const once = withReadsOnce(context, { max: sheetsKept });
  const results = await eachInTurn<PreviewDraft, DraftPreview>(context, drafts, {
    work: async (draft) => ({ preview: await previewDraft(once, { userId, draft }), error: null }),
    toAnswer: (_, { code, message, errors, details: { retryAfterSeconds } }) => ({
      preview: null,
      error: {
        code,
        message,
        ...(errors && { errors }),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      },
    }),
  });
  return { results };
}
