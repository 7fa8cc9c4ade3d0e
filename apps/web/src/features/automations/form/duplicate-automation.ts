import type { Automation } from '@picksync/contracts';
import { keepDraft } from '../../../stores/drafts.ts';
import { emptyAutomation, valuesOf } from './automation-values.ts';

/** Puts a copy of an automation into the form of a new one, where another column is still to be chosen. */
export function duplicateAutomation(automation: Automation, userId: string): void {
  const values = { ...valuesOf(automation), name: '', targetColumn: null };
  keepDraft(`${userId} new`, { base: emptyAutomation, values });
}
