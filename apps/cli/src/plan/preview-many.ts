import { setTimeout as wait } from 'node:timers/promises';
import type { Client, DraftPreview, PreviewDraft } from '@picksync/client';
import { maxPreviewedDrafts } from '@picksync/contracts';

/** The API takes requests of 64 KiB. */
const maxBatchLength = 48 * 1024;

/** How often drafts are sent again that Smartsheet had no time for. */
const maxRounds = 5;

const usualWaitSeconds = 5;

type OnWait = (seconds: number) => void;

/**
 * Returns the preview of each draft in the order given, or why it is refused. Drafts that wait for Smartsheet are sent again
 * after the time that is asked for, a few times.
 */
export async function previewMany(
  client: Pick<Client, 'previews'>,
  drafts: readonly PreviewDraft[],
  onWait: OnWait,
): Promise<DraftPreview[]> {
  const results: DraftPreview[] = [];
  let left = sortBySheets(drafts);
  for (let round = 1; left.length > 0; round += 1) {
    const waiting: number[] = [];
    let seconds = 0;
    for (const batch of toBatches(left, drafts)) {
      const { results: answers } = await client.previews.drafts({
        body: { drafts: batch.flatMap((place) => drafts[place] ?? []) },
      });
      for (const [index, place] of batch.entries()) {
        const answer = answers[index];
        if (!answer) continue;
        results[place] = answer;
        const pause = findPause(answer);
        if (pause === null || round === maxRounds) continue;
        waiting.push(place);
        seconds = Math.max(seconds, pause);
      }
    }
    left = waiting;
    if (left.length === 0) break;
    onWait(seconds);
    await wait(seconds * 1000);
  }
  return results;
}

/** Returns how many seconds to wait for another try of a draft; null where that would be of no use. */
function findPause({ error }: DraftPreview): number | null {
  if (error?.code !== 'smartsheet_paced' && error?.code !== 'smartsheet_busy') return null;
  return error.retryAfterSeconds ?? usualWaitSeconds;
}

/** Returns the places of the drafts so that those of one sheet follow each other: it is read once for them. */
function sortBySheets(drafts: readonly PreviewDraft[]): number[] {
  const toSheets = ({ sourceSheetId, sheetId }: PreviewDraft) => `${sourceSheetId}/${sheetId}`;
  return drafts
    .map((draft, place) => ({ sheets: toSheets(draft), place }))
    .sort((one, other) => (one.sheets < other.sheets ? -1 : 1))
    .map(({ place }) => place);
}

function toBatches(places: readonly number[], drafts: readonly PreviewDraft[]): number[][] {
  const batches: number[][] = [];
  let length = maxBatchLength;
  for (const place of places) {
    const more = Buffer.byteLength(JSON.stringify(drafts[place]));
    const last = batches.at(-1);
    if (last && last.length < maxPreviewedDrafts && length + more <= maxBatchLength) {
      last.push(place);
      length += more;
    } else {
      batches.push([place]);
      length = more;
    }
  }
  return batches;
}
