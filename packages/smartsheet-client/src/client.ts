import { attachmentsCalls } from './attachments.ts';
import { columnsCalls } from './columns.ts';
import { createDownload } from './download.ts';
import { placesCalls } from './places.ts';
import { reportsCalls } from './reports.ts';
import { createRequest, type RequestOptions } from './request.ts';
import { defaultRetryPolicy, type RetryPolicy } from './retry.ts';
import { rowsCalls } from './rows.ts';
import { sheetsCalls } from './sheets.ts';
import { usersCalls } from './users.ts';
import { webhooksCalls } from './webhooks.ts';

/** As one call needs them; the usual retries unless others are given. */
export type SmartsheetClientOptions = Omit<RequestOptions, 'retry'> & {
  retry?: RetryPolicy | undefined;
};

/**
 * Creates the client of one Smartsheet account. All calls go through one function that adds the token, takes from the
 * budget, limits the time, retries where that is safe, and throws SmartsheetError for everything that fails.
 */
export function createSmartsheetClient(options: SmartsheetClientOptions) {
  const { retry = defaultRetryPolicy } = options;
  const request = createRequest({ ...options, retry });
  return {
    users: usersCalls(request),
    sheets: sheetsCalls(request),
    places: placesCalls(request),
    reports: reportsCalls(request),
    columns: columnsCalls(request),
    rows: rowsCalls(request),
    webhooks: webhooksCalls(request),
    attachments: attachmentsCalls(request, createDownload(options)),
  };
}

export type SmartsheetClient = ReturnType<typeof createSmartsheetClient>;
