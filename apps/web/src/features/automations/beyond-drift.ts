import type { Automation, Preview } from '@picksync/contracts';

type List = Preview['added'];
type Beyond = { added: List; removed: List };

/** Returns what a sync would add and remove beside what somebody changed in the list by hand. */
export function findBeyondDrift(
  { added, removed, drift }: Preview,
  { drift: answer }: Pick<Automation, 'drift'>,
): Beyond {
  // What is kept is in neither list.
  if (drift === null || answer === 'keep') return { added, removed };
  return { added: without(added, drift.removed), removed: without(removed, drift.added) };
}

function without({ count, options }: List, byHand: List): List {
  const texts = new Set(byHand.options.map(({ text }) => text));
  return {
    count: Math.max(count - byHand.count, 0),
    options: options.filter(({ text }) => !texts.has(text)),
  };
}
