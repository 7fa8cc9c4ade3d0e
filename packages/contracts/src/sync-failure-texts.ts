import { maxReportRows } from './automation-settings.ts';
import { formatNumber } from './format-number.ts';
import type { ListNoun } from './list-noun.ts';
import { pluralize } from './pluralize.ts';

/**
 * How a failure is treated.
 * `retry`: passes by itself and never counts against the user. `needs_user`: nothing works until the user acts.
 * `configuration`: this automation's sheets or columns are not as they must be. `bug`: ours.
 */
type FailureClass = 'retry' | 'needs_user' | 'configuration' | 'bug';

/**
 * What a sentence may need. `allowed` is the limit, or the whole that `found` is a part of; `noun` is what the target holds.
 */
export type FailureFigures = {
  found?: number;
  allowed?: number;
  since?: string;
  noun?: ListNoun;
  /** Of a report that reads fewer sheets than before, while something else is asked: how many, and how many before. */
  fewerSheets?: FewerSheets | null;
};

export type FewerSheets = { found: number; before: number };

type Sentence = string | ((figures: Required<FailureFigures>) => string);
/** `preview`: the sentence in a preview, where nothing has happened yet. */
type Texts = { sentence: Sentence; preview: Sentence };

/** Returns failures of one class. A sentence by itself stands in a preview as well. */
function classed<R extends string>(failureClass: FailureClass, texts: Record<R, Sentence | Texts>) {
  const entries = Object.entries<Sentence | Texts>(texts).map(([reason, given]) => {
    const both = typeof given === 'object' ? given : { sentence: given, preview: given };
    return [reason, { class: failureClass, ...both }];
  });
  return Object.fromEntries(entries) as Record<R, Texts & { class: FailureClass }>;
}

function describeFewer({ found, before }: FewerSheets): string {
  return `the report reads ${pluralize(found, 'sheet')} instead of ${formatNumber(before)}`;
}

const failures = {
  ...classed('retry', {
    rate_limited:
      'Smartsheet is limiting requests for your account, so this sync waits and tries again by itself.',
    paced:
      'Picksync is spacing out its calls to Smartsheet to stay within the limit for your account, so this sync waits and goes on by itself.',
    provider_outage:
      'Smartsheet answers with errors or not at all, so this sync waits and tries again by itself.',
    sheet_outage: ({ since }) =>
      `Smartsheet has answered with errors for a sheet of this automation since ${since}. We keep trying, and it goes on by itself.`,
    sheet_resting:
      'Smartsheet answers with errors for a sheet of this automation, so this sync waits and tries again by itself.',
  }),
  ...classed('needs_user', {
    connection_revoked:
      'Smartsheet no longer accepts this connection: it was revoked, or the time that your administrator has set for it is over. Reconnect your Smartsheet account.',
    connection_restored:
      'Picksync was restored from a backup, and Smartsheet no longer accepts the access that was in it. Reconnect your Smartsheet account.',
    connection_scope:
      'The connection lacks a right that is needed. Reconnect and allow everything that is asked for.',
    plan_without_api:
      'Your Smartsheet plan does not include API access. Ask your Smartsheet administrator to enable it.',
    account_policy:
      'The rules of your organization in Smartsheet do not let Picksync in. Ask your Smartsheet administrator, then reconnect.',
    account_state:
      'Smartsheet does not let this account work at the moment. Sign in to Smartsheet to see why, then reconnect.',
    wipe_guard: {
      sentence: ({ found, allowed, noun }) =>
        `This sync would remove ${formatNumber(found)} of ${pluralize(allowed, noun)}, so nothing was changed. Check the source column, approve it, or allow more removals.`,
      preview: ({ found, allowed, noun }) =>
        `A sync would remove ${formatNumber(found)} of ${pluralize(allowed, noun)}, so it would ask you before it writes.`,
    },
    source_empty: {
      sentence: ({ noun }) =>
        noun === 'contact'
          ? 'The source has no contacts with an address, so the target column was left as it is. Add some, or approve an empty list.'
          : 'The source column has no values, so the dropdown was left as it is. Add values to it, or approve an empty dropdown.',
      preview: ({ noun }) =>
        noun === 'contact'
          ? 'The source has no contacts with an address. A sync would leave the target column as it is and ask you.'
          : 'The source column has no values. A sync would leave the dropdown as it is and ask you.',
    },
    nothing_passes: {
      sentence: ({ noun }) =>
        noun === 'contact'
          ? 'The source has contacts, but none passes the filters, so the target column was left as it is. Check the filters, or approve an empty list.'
          : 'The source column has values, but none passes the filters, so the dropdown was left as it is. Check the filters, or approve an empty dropdown.',
      preview: ({ noun }) =>
        noun === 'contact'
          ? 'The source has contacts, but none passes the filters. A sync would leave the target column as it is and ask you.'
          : 'The source column has values, but none passes the filters. A sync would leave the dropdown as it is and ask you.',
    },
    fewer_source_sheets: {
      sentence: ({ found, allowed }) =>
        `The report reads ${pluralize(found, 'sheet')} instead of ${formatNumber(allowed)}, so nothing was changed. One may only have been moved or unshared: check the report, or approve it.`,
      preview: ({ found, allowed, noun }) =>
        `The report reads ${pluralize(found, 'sheet')} instead of ${formatNumber(allowed)}. A sync would ask you before it removes any ${noun}.`,
    },
    rows_would_go: {
      sentence: ({ found }) =>
        `Options were deleted in the dropdown, and ${pluralize(found, 'row')} of the source would be deleted with them. Nothing was changed: approve it, or put the options back.`,
      preview: ({ found }) =>
        `Options were deleted in the dropdown, and ${pluralize(found, 'row')} of the source would be deleted with them. A sync would ask you before it deletes any.`,
    },
    rows_would_come: {
      sentence: ({ found }) =>
        `Its columns are new to each other, and this sync would add ${pluralize(found, 'row')} to the source. Nothing was written: approve it, or choose other columns.`,
      preview: ({ found }) =>
        `Its columns are new to each other. A sync would add ${pluralize(found, 'row')} to the source, so it would ask you before it writes.`,
    },
    names_changed: {
      sentence: ({ found, allowed, fewerSheets }) =>
        fewerSheets
          ? `${pluralize(found, 'name')} changed, and ${describeFewer(fewerSheets)}. Nothing was changed: look at both before you approve it.`
          : `In the source ${pluralize(found, 'name')} changed, and ${pluralize(allowed, 'row uses', 'rows use')} ${found === 1 ? 'it' : 'them'}. Nothing was changed: choose what is renamed, or keep the old names.`,
      preview: ({ found, allowed, fewerSheets }) =>
        fewerSheets
          ? `${pluralize(found, 'name')} changed, and ${describeFewer(fewerSheets)}. A sync would ask you before it renames or removes any.`
          : `In the source ${pluralize(found, 'name')} changed, and ${pluralize(allowed, 'row uses', 'rows use')} ${found === 1 ? 'it' : 'them'}. A sync would ask you before it renames any.`,
    },
    drift_found: ({ noun }) =>
      noun === 'contact'
        ? 'Somebody edited the list of contacts by hand, and you want to be asked. Put the list back, or keep their change.'
        : 'Somebody edited the dropdown by hand, and you want to be asked. Put the list back, or keep their change.',
    plan_lacks_settings:
      'Your plan does not include filters, splitting, pinned options or labels, so this automation waits. Upgrade your plan, or remove these options.',
  }),
  ...classed('configuration', {
    source_sheet_gone:
      'The source sheet was deleted or is no longer shared with you. Choose another source sheet.',
    source_column_gone: 'The source column no longer exists. Choose another source column.',
    source_no_right: 'You can no longer read the source sheet. Ask its owner for at least viewer access.',
    report_gone: 'The report was deleted, or is no longer shared with you. Choose another source.',
    report_no_right: 'You can no longer read the report. Ask its owner to share it with you.',
    report_too_long: `The report has more than ${formatNumber(maxReportRows)} rows, and it is read whole with each check. Add a filter to the report.`,
    report_lists_target:
      'The report lists the target column itself, so the list would feed on its own cells. Choose another column, or take the sheet out of the report.',
    source_not_writable:
      'A two-way automation adds rows to its source, and you may not change the source sheet or its column. Ask its owner for editor access, or choose another mode.',
    source_not_text:
      'A two-way automation needs a plain text column without formulas as its source. Choose another source column or another mode.',
    source_list_no_right:
      'Rows for new options need them in the list of the source column, which you may not change. Ask to be made an admin, or choose another mode.',
    source_list_claimed:
      'Another automation fills the list of the source column, so no rows are added to it. Choose another source column, or another mode.',
    source_list_full: ({ found, allowed }) =>
      `The list of the source column would have ${pluralize(found, 'option')}, and a dropdown can hold ${formatNumber(allowed)}. Shorten it, or choose another source column.`,
    filter_column_gone:
      'A column that a filter looks at no longer exists. Choose another column for the filter, or remove it.',
    label_column_gone:
      'A column that the label is made from no longer exists. Choose another column for the label, or remove it.',
    address_column_gone:
      'The column with the addresses no longer exists. Choose another column with addresses.',
    address_column_missing:
      'Contacts need addresses, and the source column has names only. Choose the column with their addresses.',
    contacts_not_two_way:
      'A contact column cannot be filled both ways. Choose another mode, or another target column.',
    target_sheet_gone:
      'The destination sheet was deleted or is no longer shared with you. Choose another destination.',
    target_column_gone: 'The target column no longer exists. Choose another target column.',
    target_column_retyped:
      'The target column is no longer a dropdown or a contact column. Change it back, or choose another target column.',
    target_column_locked:
      'The target column is locked. Unlock it in Smartsheet, or choose another target column.',
    target_no_right: 'You can no longer change the destination sheet. Ask its owner to make you an admin.',
    target_unlicensed:
      'Smartsheet refused the change although you are an admin: its list needs the owner or an admin with a license. Ask for a license, or let the owner connect.',
    target_symbol: 'The target column shows symbols, and their list is fixed. Choose another target column.',
    target_claimed:
      'Another automation, perhaps a colleague’s, fills this column, so this one was paused. Choose another target column, or activate it when this one is free.',
    automation_loop:
      'This automation would lead back to its own source, perhaps through a colleague’s automation, so it was paused. Choose another target column.',
    other_account:
      'You connected another Smartsheet account, so this automation was paused. Check that its sheets are the right ones, then activate it.',
    left_rule:
      'Its rule no longer finds the sheet or the column, so this automation was paused. The column keeps its list. Put it back, or keep it on its own.',
    target_contested:
      'Something else keeps changing the list of this column, so this automation was paused. Find out what writes it in Smartsheet, then activate it again.',
    too_many_options: ({ found, allowed, noun }) =>
      noun === 'contact'
        ? `The list would have ${pluralize(found, 'contact')}, and a contact column can hold ${formatNumber(allowed)}. Shorten the source column, or filter it.`
        : `The list would have ${pluralize(found, 'option')}, and a dropdown can hold ${formatNumber(allowed)}. Shorten the source column, or filter it.`,
    option_too_long: ({ found, allowed, noun }) =>
      noun === 'contact'
        ? `A contact of the source has ${pluralize(found, 'character')}, and one of a list can have ${formatNumber(allowed)}. Shorten the name in the source.`
        : `A source value has ${pluralize(found, 'character')}, and a dropdown option can have ${formatNumber(allowed)}. Shorten the value in the source column.`,
    copy_no_right: ({ found, noun }) =>
      `The copy could not be saved, so ${pluralize(found, `${noun} waits`, `${noun}s wait`)} to be removed. Ask for the right to attach files to the sheet and try again, or turn copies off.`,
    copy_failed: ({ found, noun }) =>
      `The copy could not be saved, so ${pluralize(found, `${noun} waits`, `${noun}s wait`)} to be removed. Smartsheet did not take the file. It is tried again with each check.`,
    cells_no_right:
      'Cells of the destination sheet cannot be changed, because the connection lacks the right to write cells. No option was removed. Reconnect and allow it.',
    names_need_room: ({ found, allowed }) =>
      `While names are changed both are options, ${formatNumber(found)} in all, and a dropdown can hold ${formatNumber(allowed)}. Shorten the source column, or turn renaming off.`,
    request_refused:
      'Smartsheet refused the change. Open the target column in Smartsheet and check its settings.',
  }),
  ...classed('bug', {
    bug: 'Something went wrong on our side. We have been notified; you do not need to do anything.',
  }),
};

/** Every reason why a run can fail. */
export type FailureReason = keyof typeof failures;

export const failureReasons = Object.keys(failures) as [FailureReason, ...FailureReason[]];

/** What a person may approve beside the difference itself. Deleted rows and an emptied list are confirmed on the page of a review. */
export const approvableInForm: readonly FailureReason[] = [
  'wipe_guard',
  'fewer_source_sheets',
  'rows_would_come',
];

/** Returns how a failure for this reason is treated. */
export function getFailureClass(reason: FailureReason): FailureClass {
  return failures[reason].class;
}

/** Returns the class of a reason as it is stored; `bug` where there is none, or a newer version wrote it. */
export function toFailureClass(stored: string | null): FailureClass {
  return stored !== null && Object.hasOwn(failures, stored)
    ? getFailureClass(stored as FailureReason)
    : 'bug';
}

/**
 * Returns one sentence or two for the user: what happened and what to do. It is what `lastError` holds.
 * Never contains a cell value or an option text; only the counts given.
 */
export function failureSentence(reason: FailureReason, figures: FailureFigures = {}): string {
  return spoken(failures[reason].sentence, figures);
}

/** Returns the sentence for a preview: it does not claim that the sync did or left anything. */
export function previewFailureSentence(reason: FailureReason, figures: FailureFigures = {}): string {
  return spoken(failures[reason].preview, figures);
}

function spoken(
  sentence: Sentence,
  { found = 0, allowed = 0, since = '', noun = 'option', fewerSheets = null }: FailureFigures,
): string {
  return typeof sentence === 'string' ? sentence : sentence({ found, allowed, since, noun, fewerSheets });
}

/** What Smartsheet's own error codes mean to a user. Codes that are not listed have no text of their own. */
export const smartsheetErrorTexts = {
  1001: 'Your Smartsheet authentication has expired. Please reconnect your Smartsheet account.',
  1004: 'Access denied by Smartsheet. You need at least READ access to this sheet.',
  1006: 'The sheet or column was not found in Smartsheet. It may have been deleted or is no longer shared with you.',
  1008: 'Smartsheet could not understand the request. Please check the sheet and the column, and try again.',
  4003: 'The Smartsheet rate limit was exceeded. Please wait a minute and try again.',
} as const satisfies Record<number, string>;
