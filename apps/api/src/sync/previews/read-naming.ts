import type { PreviewDraft } from '@picksync/contracts';
import type { Automation, Db } from '@picksync/db';
import { type Naming, toNaming } from '@picksync/sync-engine';
import { getChoice, isSameChoice } from '../automations/column-choice.ts';

/** Returns what runs remember of names, and which of their renames a person has approved; undefined where names are not followed. */
export async function readNaming(
  db: Db,
  {
    id,
    renames,
    approvedRenames,
    lastErrorReason,
  }: Pick<Automation, 'id' | 'renames' | 'approvedRenames' | 'lastErrorReason'>,
  now: Date,
): Promise<Naming | undefined> {
  if (renames !== 'follow') return undefined;
  const found = await db.automation.findUnique({
    where: { id },
    select: { sourceNames: { select: { names: true } }, renameIntent: { select: { pairs: true } } },
  });
  const [names, pairs] = [found?.sourceNames?.names, found?.renameIntent?.pairs];
  const isAsked = lastErrorReason === 'names_changed';
  return toNaming({ names, pairs, approved: approvedRenames, isAsked, now });
}

/** What saving leaves of a review. */
const unanswered = { approvedRenames: null, lastErrorReason: null };

/** Returns the same as it will be once a draft is saved: of other columns, and before names were followed, nothing is known. */
export async function readDraftNaming(
  db: Db,
  edited: Automation | null,
  draft: PreviewDraft,
  now: Date,
): Promise<Naming | undefined> {
  if (draft.renames !== 'follow') return undefined;
  const isAsBefore = edited?.renames === 'follow' && isSameChoice(getChoice(draft), edited);
  if (isAsBefore) return readNaming(db, { ...edited, ...unanswered }, now);
  return { memory: { names: null, pairs: [] }, approved: null, isAsked: false };
}
