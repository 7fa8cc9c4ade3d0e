import {
  type Automation,
  isolated,
  type Preview,
  pluralize,
  previewNoun,
  previewSentence,
} from '@picksync/contracts';
import { getConfirmation } from '../review/review-figures.ts';

/** What activating an automation that rests after a restore would mean. */
export type Following = {
  text: string;
  /** Whether options would be removed again, so that there is a choice. */
  isChoice: boolean;
  /** Whether the next sync asks before it follows, because something would have to be confirmed. */
  isAskedLater: boolean;
  followHint: string;
  keepHint: string;
};

/** Returns what the next sync would do, in words. */
export function findFollowing(automation: Automation, preview: Preview): Following {
  const { added, removed, verdict } = preview;
  const noun = previewNoun(preview);
  const isChoice = automation.mode !== 'two_way' && verdict !== 'refused' && removed.count > 0;
  const isAskedLater =
    verdict === 'refused' || getConfirmation(preview) !== null || preview.reason === 'drift_found';
  return {
    text: toText(automation, preview),
    isChoice,
    isAskedLater,
    followHint: isAskedLater
      ? `The next sync asks you before it removes ${pluralize(removed.count, noun)}.`
      : `Removes ${pluralize(removed.count, noun)} again${added.count > 0 ? ` and adds ${added.count}` : ''}.`,
    keepHint:
      removed.count === 1
        ? 'It stays although the source lacks it, until somebody deletes it by hand.'
        : 'They stay although the source lacks them, until somebody deletes them by hand.',
  };
}

function toText(automation: Automation, preview: Preview): string {
  const { added, removed, optionCount, verdict, sourceRows } = preview;
  const noun = previewNoun(preview);
  const source = isolated(automation.sourceSheetName ?? 'The source');
  if (verdict === 'refused') return previewSentence(preview);
  if (verdict === 'unchanged') {
    const names = optionCount === 1 ? 'the one name' : `all ${optionCount} names`;
    return `${source} has ${names} again. The next sync would change nothing.`;
  }
  if (sourceRows && sourceRows.added.count > 0)
    return `The next sync adds ${pluralize(sourceRows.added.count, 'row')} to ${source}, for the options that came back.`;
  if (sourceRows && sourceRows.deleted.count > 0)
    return `The next sync would delete ${pluralize(sourceRows.deleted.count, 'row')} of ${source}, and asks you first.`;
  if (removed.count === 0)
    return added.count === 0
      ? `The next sync would only put the ${noun}s in order.`
      : `The next sync adds ${pluralize(added.count, noun)} and removes none.`;
  const back = automation.restore?.state === 'done' ? automation.restore : null;
  const lacks =
    removed.count === back?.added
      ? `still lacks the ${pluralize(removed.count, 'name')} that came back`
      : `lacks ${pluralize(removed.count, noun)} of the list`;
  if (added.count === 0) return `${source} ${lacks}.`;
  const has = added.count === back?.removed ? `${added.count} that went` : `${added.count} that are new`;
  return `${source} ${lacks}, and has ${has}.`;
}
