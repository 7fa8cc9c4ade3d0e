import type { Preview, PreviewList, PreviewOption } from '@picksync/contracts';

/** How two previews of the same sheets differ. */
export type PreviewChange = {
  /** Would have been removed, and stays now. */
  back: PreviewOption[];
  /** Would be removed now as well. */
  more: PreviewOption[];
  /** Would be added now as well. */
  alsoAdded: PreviewOption[];
  /** Would have been added, and is not any more. */
  noLongerAdded: PreviewOption[];
  /** Whether a list is longer than what is shown of it, so that only its beginning was compared. */
  isPartial: boolean;
};

function without(list: PreviewList, other: PreviewList): PreviewOption[] {
  const texts = new Set(other.options.map(({ text }) => text));
  return list.options.filter(({ text }) => !texts.has(text));
}

function isCut({ count, options }: PreviewList): boolean {
  return count > options.length;
}

/** Returns what has changed between a preview and a later one. */
export function comparePreviews(seen: Preview, fresh: Preview): PreviewChange {
  return {
    back: without(seen.removed, fresh.removed),
    more: without(fresh.removed, seen.removed),
    alsoAdded: without(fresh.added, seen.added),
    noLongerAdded: without(seen.added, fresh.added),
    isPartial: [seen.removed, fresh.removed, seen.added, fresh.added].some(isCut),
  };
}

/** Returns in a sentence what has changed. */
export function changeSentence({ back, more, alsoAdded, noLongerAdded }: PreviewChange): string {
  const parts = [
    back.length > 0 && `${are(back.length)} back`,
    more.length > 0 && `${more.length} more would go`,
    alsoAdded.length > 0 && `${alsoAdded.length} more would come`,
    noLongerAdded.length > 0 && `${noLongerAdded.length} would not come any more`,
  ].filter((part) => part !== false);
  return parts.length > 0
    ? `${parts.join(', ')}.`
    : 'The same options come and go, in another order or under other settings.';
}

function are(count: number): string {
  return count === 1 ? '1 option is' : `${count} options are`;
}
