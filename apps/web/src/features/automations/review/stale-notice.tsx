import {
  type ListNoun,
  type Preview,
  type PreviewList,
  type PreviewOption,
  pluralize,
  previewNoun,
} from '@picksync/contracts';
import { TriangleAlert } from 'lucide-react';
import { formatTime } from '../../../ui/dates.ts';
import { PreviewChips } from '../preview-chips.tsx';
import { countRenames } from '../renames/rename-texts.ts';

type StaleNoticeProps = {
  /** The preview before the sheets changed. */
  before: Preview | null;
  preview: Preview;
  /** Whether an answer was refused because of it. */
  isRefused: boolean;
};

/** A notice that the sheets have changed since the user looked, and how: the difference below is the new one. */
export function StaleNotice({ before, preview, isRefused }: StaleNoticeProps) {
  if (!before && !isRefused) return null;
  const change = before && comparePreviews(before, preview);
  const since = before ? ` since ${formatTime(before.readAt)}` : '';
  return (
    <section
      role="alert"
      className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-lg bg-warn-soft px-4 py-4 md:px-5"
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 text-warn" strokeWidth={1.75} />
      <h2 className="text-lg font-bold tracking-[-0.008em] text-pretty">
        {isRefused ? refusedTitle(before ?? preview) : 'The sheets have changed since you looked'}
      </h2>
      <p className="tabular col-start-2 text-sm text-pretty">
        {change && before
          ? `Seen ${formatTime(before.readAt)}, looked again ${formatTime(preview.readAt)}. ${changeSentence(change, previewNoun(preview))}`
          : 'This is what a sync would do now.'}
      </p>
      {change && (
        <div className="col-start-2 mt-2 grid gap-3.5 empty:hidden">
          <PreviewChips title={`Back${since}, these stay now`} kind="added" options={change.back} />
          <PreviewChips
            title={`Changed${since}, these would be removed too`}
            kind="removed"
            options={change.more}
          />
          <PreviewChips
            title={`New${since}, these would be added too`}
            kind="added"
            options={change.alsoAdded}
          />
          {change.isPartial && (
            <p className="text-xs text-ink-2">The lists are long: only the beginning of each was compared.</p>
          )}
        </div>
      )}
    </section>
  );
}

function refusedTitle({ reason }: Preview): string {
  return reason === 'names_changed'
    ? 'Nothing was renamed: the sheets have changed since you looked'
    : 'Nothing was approved: the sheets have changed since you looked';
}

function without(list: PreviewList, other: PreviewList): PreviewOption[] {
  const texts = new Set(other.options.map(({ text }) => text));
  return list.options.filter(({ text }) => !texts.has(text));
}

/** Returns what has changed between a preview and a later one. */
export function comparePreviews(seen: Preview, fresh: Preview) {
  const [was, is] = [countRenames(seen), countRenames(fresh)];
  return {
    /** How many names would have been renamed, and would be now, where that is not the same. */
    names: was === is ? null : { was, is },
    /** Would have been removed, and stays now. */
    back: without(seen.removed, fresh.removed),
    /** Would be removed now as well. */
    more: without(fresh.removed, seen.removed),
    /** Would be added now as well. */
    alsoAdded: without(fresh.added, seen.added),
    /** Would have been added, and is not any more. */
    noLongerAdded: without(seen.added, fresh.added),
    /** Whether a list is longer than what is shown of it, so that only its beginning was compared. */
    isPartial: [seen.removed, fresh.removed, seen.added, fresh.added].some(
      ({ count, options }) => count > options.length,
    ),
  };
}

type PreviewChange = ReturnType<typeof comparePreviews>;

/** Returns in a sentence what has changed. */
export function changeSentence(
  { names, back, more, alsoAdded, noLongerAdded }: PreviewChange,
  noun: ListNoun,
): string {
  const parts = [
    names && `${pluralize(names.is, 'name')} instead of ${names.was}`,
    back.length > 0 && `${pluralize(back.length, `${noun} is`, `${noun}s are`)} back`,
    more.length > 0 && `${more.length} more would be removed`,
    alsoAdded.length > 0 && `${alsoAdded.length} more would be added`,
    noLongerAdded.length > 0 && `${noLongerAdded.length} would not be added any more`,
  ].filter((part) => typeof part === 'string');
  return parts.length > 0
    ? `${parts.join(', ')}.`
    : `The same ${noun}s come and go, in another order or under other settings.`;
}
