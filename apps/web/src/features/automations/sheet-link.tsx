import { type Automation, type FailureReason, findHelpPlace, isolated } from '@picksync/contracts';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';

type SheetLinkProps = {
  /** Where Smartsheet shows it; null while that is not known. */
  permalink: string | null;
  sheet: string;
  label?: string;
};

/** A link to a sheet in Smartsheet, in a new tab; draws nothing while its address is not known. */
export function SheetLink({ permalink, sheet, label = 'Open in Smartsheet' }: SheetLinkProps) {
  if (permalink === null) return null;
  return (
    <a
      href={permalink}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-center gap-1 rounded-sm text-xs font-semi whitespace-nowrap text-accent underline-offset-[3px] hover:underline"
    >
      {label}
      <ExternalLink aria-hidden="true" strokeWidth={2} className="size-3.5" />
      <span className="sr-only">: {isolated(sheet)}, in a new tab</span>
    </a>
  );
}

type Side = 'source' | 'destination';

/** The sheet in which the cause of a failure can be fixed. */
const sides: Partial<Record<FailureReason, Side>> = {
  wipe_guard: 'source',
  fewer_source_sheets: 'source',
  report_too_long: 'source',
  report_lists_target: 'source',
  source_empty: 'source',
  nothing_passes: 'source',
  source_column_gone: 'source',
  source_not_writable: 'source',
  source_not_text: 'source',
  source_list_no_right: 'source',
  source_list_claimed: 'source',
  source_list_full: 'source',
  filter_column_gone: 'source',
  label_column_gone: 'source',
  address_column_gone: 'source',
  address_column_missing: 'source',
  too_many_options: 'source',
  option_too_long: 'source',
  rows_would_go: 'destination',
  rows_would_come: 'destination',
  drift_found: 'destination',
  target_column_gone: 'destination',
  target_column_retyped: 'destination',
  target_column_locked: 'destination',
  target_symbol: 'destination',
  target_contested: 'destination',
  request_refused: 'destination',
};

/** Returns the props of the link to the sheet where the last failure can be fixed; null where that is elsewhere. */
export function sheetToFix(automation: Automation) {
  const { lastFailure, lastError } = automation;
  const side = lastError === null || lastFailure === null ? undefined : sides[lastFailure];
  return side ? linkTo(automation, side) : null;
}

/** Returns the props of the link to a sheet of an automation. */
export function linkTo(automation: Automation, side: Side) {
  const { sourceSheetPermalink, sourceSheetName, sheetPermalink, sheetName } = automation;
  return side === 'source'
    ? { permalink: sourceSheetPermalink, sheet: sourceSheetName ?? 'the source', label: 'Open the source' }
    : { permalink: sheetPermalink, sheet: sheetName, label: 'Open the destination' };
}

/** A link to the help about the error of an automation. */
export function HelpOn({ automation: { id, lastFailure } }: { automation: Automation }) {
  return (
    lastFailure && (
      <Link
        to="/help"
        search={{ ...findHelpPlace(lastFailure), automation: id }}
        className="font-medium whitespace-nowrap text-accent underline-offset-2 hover:underline"
      >
        What to do
      </Link>
    )
  );
}
