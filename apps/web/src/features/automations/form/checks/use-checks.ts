import { defaultSettings, type HealthReport, type PreviewDraft } from '@picksync/contracts';
import { useQuery } from '@tanstack/react-query';
import { draftCheckQuery } from '../../../../api/health-checks.queries.ts';
import type { SettledDraft } from '../use-settled-draft.ts';

/** Returns the part of the draft that checks depend on, so that other changes do not repeat them. */
function checkedPart(draft: PreviewDraft): PreviewDraft {
  const { mode, filters, labelTemplate } = draft;
  return { ...draft, ...defaultSettings, mode, filters, labelTemplate };
}

export type ChecksState =
  | { kind: 'none' }
  | { kind: 'checking' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'checked'; report: HealthReport };

/** Returns the findings for the automation in the form. */
export function useChecks({ wanted, settled }: SettledDraft): ChecksState {
  const { data, isError, isFetching, refetch } = useQuery({
    ...draftCheckQuery(settled ? checkedPart(settled) : ({} as PreviewDraft)),
    enabled: settled !== undefined,
    placeholderData: (shown, before) =>
      before?.queryKey[1].targetColumnId === settled?.targetColumnId &&
      before?.queryKey[1].sourceColumnId === settled?.sourceColumnId
        ? shown
        : undefined,
  });
  if (!wanted) return { kind: 'none' };
  if (data) return { kind: 'checked', report: data };
  return isError && !isFetching ? { kind: 'failed', retry: () => void refetch() } : { kind: 'checking' };
}
