import type { OptionHash } from './option-hash.ts';
import type { PlanInput } from './plan-input.ts';

type Write = { sheetId: string; columnId: string; fingerprint: string };

/** What is stored of the list of an automation, and of writes that a run has begun. */
type Stored = {
  sheetId: string;
  targetColumnId: string;
  /** Of the list that a run has left. */
  targetFingerprint: string | null;
  intent: Write | null;
  /** Of the list with both names of what is renamed; an empty one where only cells are left. */
  renameIntent: { fingerprint: string } | null;
};

/** Returns whether a list is that of a write which was not recorded; null where all are. */
export function findUnrecordedWrite(
  stored: Stored,
  hash: Pick<OptionHash, 'isOfList'>,
): NonNullable<PlanInput['unrecordedWrite']> | null {
  const both = stored.renameIntent?.fingerprint || null;
  // Once a run has recorded that both names are options, what people do to that list is theirs.
  const isRecorded = both === null || both === stored.targetFingerprint;
  const { intent, sheetId, targetColumnId } = stored;
  if (intent === null && isRecorded) return null;
  const isSamePlace = intent?.sheetId === sheetId && intent.columnId === targetColumnId;
  const written = isSamePlace ? intent.fingerprint : null;
  return (options) => hash.isOfList(both, options) || hash.isOfList(written, options);
}
