import type { Automation } from '@picksync/client';

/** How an automation stands, in a word. */
export type AutomationState = 'paused' | 'review' | 'failing' | 'syncing' | 'active';

/** Returns how an automation stands. One that waits for a review has an error as well, which says what is asked. */
export function toAutomationState({
  isActive,
  review,
  lastError,
  syncState,
}: Pick<Automation, 'isActive' | 'review' | 'lastError' | 'syncState'>): AutomationState {
  if (!isActive) return 'paused';
  if (review) return 'review';
  if (lastError !== null) return 'failing';
  return syncState === 'idle' ? 'active' : 'syncing';
}
