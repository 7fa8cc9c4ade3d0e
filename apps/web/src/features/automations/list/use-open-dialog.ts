import type { Automation } from '@picksync/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AutomationField } from '../form/automation-values.ts';

const fields: readonly AutomationField[] = [
  'name',
  'sourceSheet',
  'sourceColumn',
  'targetSheet',
  'targetColumn',
  'removeDuplicates',
  'maxRemovalPercent',
];

/**
 * The dialog of an automation that is open. It stands in the address, so that Back closes it, and so that it is open
 * after a reload with what was entered.
 */
export function useOpenDialog() {
  const navigate = useNavigate();
  const { dialog, automation: id, field } = useSearch({ strict: false });
  return {
    id,
    edits: dialog === 'edit',
    reviews: dialog === 'review',
    /** Where the form begins: what the user came for. */
    field: fields.find((candidate) => candidate === field) ?? 'name',
    edit: (automation: Automation, at: AutomationField) =>
      void navigate({ to: '/dashboard', search: { dialog: 'edit', automation: automation.id, field: at } }),
    review: (automation: Automation) =>
      void navigate({ to: '/dashboard', search: { dialog: 'review', automation: automation.id } }),
    close: () => void navigate({ to: '/dashboard', search: {}, replace: true }),
  };
}
