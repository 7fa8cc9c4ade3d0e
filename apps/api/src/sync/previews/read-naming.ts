import type { PreviewDraft } from '@picksync/contracts';
import type { Automation, Db } from '@picksync/db';
import { type Naming, toNaming } from '@picksync/sync-engine';
import { getChoice, isSameChoice } from '../automations/column-choice.ts';

/** Returns what runs remember of names, and which of their renames a person has approved; undefined where names are not followed. */
export async function readNaming(
  db: Db,
  { id, renames, approvedRenames }: Pick<Automation, 'id' | 'renames' | 'approvedRenames'>,
  now: Date,
): Promise<Naming | undefined> {
  if (renames !== 'follow') return undefined;
  const found = await db.automation.findUnique({
    where: { id },
    select: {
      sourceNames: { select: { names: true, isAsked: true } },
      renameIntent: { select: { pairs: true } },
    },
  });
  const [names, pairs] = [found?.sourceNames?.names, found?.renameIntent?.pairs];
  const isAsked = found?.sourceNames?.isAsked ?? false;
  // Whoever looks at a preview may ask for the sync, which tries all cells.
  return toNaming({ names, pairs, approved: approvedRenames, isAsked, now, askedAt: now });
}

/**
 * Returns the same as it will be once a draft is saved, which takes an answer away and leaves the question open: of other columns, and
 * before names were followed, nothing is known.
 */
export async function readDraftNaming(
  db: Db,
  edited: Automation | null,
  draft: PreviewDraft,
  now: Date,
): Promise<Naming | undefined> {
  if (draft.renames !== 'follow') return undefined;
  const isAsBefore = edited?.renames === 'follow' && isSameChoice(getChoice(draft), edited);
  if (isAsBefore) return readNaming(db, { ...edited, approvedRenames: null }, now);
  return { memory: { names: null, pairs: [] }, approved: null, isAsked: false };
}
