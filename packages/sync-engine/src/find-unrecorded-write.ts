import type { OptionHash } from './option-hash.ts';
import type { PlanInput } from './plan-input.ts';

type Write = { sheetId: string; columnId: string; fingerprint: string };

/** The list of an automation, and the write to it that a run has begun. */
type Begun<Intent> = { sheetId: string; targetColumnId: string; intent: Intent | null };

/** What is stored of the list of an automation, and of writes that a run has begun. */
type Stored = Begun<Write> & {
  /** Of the list that a run has left. */
  targetFingerprint: string | null;
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
  if (stored.intent === null && isRecorded) return null;
  return (options) => hash.isOfList(both, options) || findArrivedWrite(stored, options, hash) !== undefined;
}

/** Returns the intent of an earlier run whose list is in the dropdown now: it was written, but not recorded. */
export function findArrivedWrite<Intent extends Write>(
  { intent, sheetId, targetColumnId }: Begun<Intent>,
  current: readonly string[],
  hash: Pick<OptionHash, 'isOfList'>,
): Intent | undefined {
  const isSamePlace = intent?.sheetId === sheetId && intent.columnId === targetColumnId;
  return isSamePlace && hash.isOfList(intent.fingerprint, current) ? intent : undefined;
}
