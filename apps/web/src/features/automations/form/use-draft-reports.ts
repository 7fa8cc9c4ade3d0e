import { useQuery } from '@tanstack/react-query';
import { columnsQuery } from '../../../api/sheets.queries.ts';
import type { AutomationValues } from './automation-values.ts';
import { useChecks } from './checks/use-checks.ts';
import { useDraftPreview } from './preview/use-draft-preview.ts';
import { useSettledDraft } from './use-settled-draft.ts';

type DraftReportsOptions = { values: AutomationValues; automationId: string | undefined };

/**
 * Returns the server's data for the present values of the form: the source's columns, the preview, and the findings.
 */
export function useDraftReports({ values, automationId }: DraftReportsOptions) {
  const sheetId = values.sourceSheet?.id;
  const query = useQuery({ ...columnsQuery(sheetId ?? ''), enabled: sheetId !== undefined });
  const columns = (sheetId && query.data) || null;
  const draft = useSettledDraft({ values, columns, automationId });
  return { columns, preview: useDraftPreview(draft), checks: useChecks(draft) };
}
