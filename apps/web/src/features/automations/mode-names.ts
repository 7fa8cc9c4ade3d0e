import type { AutomationSettings } from '@picksync/contracts';

/** What each mode is called. */
export const modeNames: Record<AutomationSettings['mode'], string> = {
  mirror: 'Mirror',
  add_only: 'Add only',
  keep_used: 'Keep used',
  two_way: 'Two-way',
};
