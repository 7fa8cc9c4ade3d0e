import type { AutomationSettings } from '@picksync/contracts';

/** What the mode makes of the dropdown. */
export const modeWords: Record<AutomationSettings['mode'], string> = {
  mirror: 'exactly the source',
  add_only: 'the source and everything that is in it already',
  keep_used: 'the source, and options that rows still use',
  two_way: 'kept the same as the source, both ways',
};

/** In which order its options stand. */
export const orderWords: Record<AutomationSettings['order'], string> = {
  source: 'in the order of its rows',
  ascending: 'sorted from A to Z',
  descending: 'sorted from Z to A',
};
