import type { OptionHash } from './option-hash.ts';
import { isSameList } from './spelling.ts';

/** What putting a list back would do to a dropdown. It holds option texts: never store or log them. */
export type RestorePlan = { added: string[]; removed: string[]; staying: number; isSame: boolean };

/** Returns what putting a list back would do: what comes back in its order, and what goes in that of the dropdown now. */
export function planRestore(input: { current: readonly string[]; wanted: readonly string[] }): RestorePlan {
  const { current, wanted } = input;
  const [isCurrent, isWanted] = [new Set(current), new Set(wanted)];
  const added = wanted.filter((option) => !isCurrent.has(option));
  return {
    added,
    removed: current.filter((option) => !isWanted.has(option)),
    staying: wanted.length - added.length,
    isSame: isSameList(current, wanted),
  };
}

/** Returns what stands for a dropdown's list as a person saw it and for the copy that would take its place. */
export function restoreFingerprint(
  hash: OptionHash,
  { copyId, current }: { copyId: string; current: readonly string[] },
): string {
  return hash.ofList([copyId, ...current]);
}

/** Returns whether a fingerprint is that of this list and this copy. */
export function isRestoreFingerprint(
  hash: OptionHash,
  fingerprint: string,
  { copyId, current }: { copyId: string; current: readonly string[] },
): boolean {
  return hash.isOfList(fingerprint, [copyId, ...current]);
}
