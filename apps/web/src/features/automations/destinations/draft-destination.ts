import type { Automation } from '@picksync/contracts';
import { keepDraft } from '../../../stores/drafts.ts';
import { emptyAutomation, valuesOf } from '../form/automation-values.ts';

/** Puts the list of an automation into the form of a new one, with its settings; the dropdown is still to be chosen. */
export function draftDestination(automation: Automation, userId: string): void {
  const values = { ...valuesOf(automation), name: '', targetSheet: null, targetColumn: null };
  keepDraft(`${userId} new`, { base: emptyAutomation, values });
}
