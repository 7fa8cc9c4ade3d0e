import { pluralize, type Rule } from '@picksync/contracts';
import type { Tone } from '@picksync/ui/badge.tsx';

/** Returns how a rule stands, in a word or two. */
export function ruleStatus({ isActive, unreadableSince, counts }: Rule): { tone: Tone; word: string } {
  if (!isActive) return { tone: 'neutral', word: 'Paused' };
  if (unreadableSince) return { tone: 'bad', word: 'Folder not found' };
  const asking = counts.needReview + counts.asks + counts.choose;
  if (counts.failing > 0) return { tone: 'bad', word: pluralize(counts.failing, 'error') };
  if (asking > 0) return { tone: 'warn', word: `${asking} ${asking === 1 ? 'needs' : 'need'} you` };
  return { tone: 'good', word: 'Active' };
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
