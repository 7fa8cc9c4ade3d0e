import { pluralize, type Rule } from '@picksync/contracts';
import type { Tone } from '@picksync/ui/badge.tsx';

/** Returns how a rule stands, each thing in a word or two: an error hides no review that waits. */
export function listRuleStates({ isActive, unreadableSince, counts }: Rule): { tone: Tone; word: string }[] {
  if (!isActive) return [{ tone: 'neutral', word: 'Paused' }];
  if (unreadableSince) return [{ tone: 'bad', word: 'Folder not found' }];
  const { failing, needReview } = counts;
  const toDecide = counts.asks + counts.choose;
  const states: { tone: Tone; word: string }[] = [];
  if (failing > 0) states.push({ tone: 'bad', word: pluralize(failing, 'error') });
  if (needReview > 0) states.push({ tone: 'warn', word: pluralize(needReview, 'review') });
  if (toDecide > 0) states.push({ tone: 'warn', word: `${toDecide} to decide` });
  return states.length > 0 ? states : [{ tone: 'good', word: 'Active' }];
}

/** Returns what a rule comes to, as its counts. */
export function ruleCounts({ counts }: Rule): string {
  const parts = [
    counts.needReview > 0 && pluralize(counts.needReview, 'review'),
    counts.failing > 0 && pluralize(counts.failing, 'error'),
    counts.asks + counts.choose > 0 && `${counts.asks + counts.choose} to decide`,
    `${counts.inSync} in sync`,
    counts.toSync > 0 && `${counts.toSync} to sync`,
    counts.isNew > 0 && `${counts.isNew} new`,
    counts.waits > 0 && `${counts.waits} over the limit`,
  ];
  return parts.filter(Boolean).join(', ');
}
