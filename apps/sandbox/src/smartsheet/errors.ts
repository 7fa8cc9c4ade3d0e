import { type ErrorCode, errorTable } from './error-table.ts';

type Placeholder = string | number | boolean | null | undefined;

type ErrorDetail = { index: number; rowId?: number } | { columnTitle: string };

/** An error of the API. `detail` names the row of a bulk request or a column, `oauth` is the OAuth error. */
export class ApiError extends Error {
  readonly errorCode: ErrorCode;
  readonly status: number;
  detail?: ErrorDetail;
  readonly oauth?: string;

  constructor(errorCode: ErrorCode, { values = [], oauth }: { values?: Placeholder[]; oauth?: string } = {}) {
    const [status, message] = errorTable[errorCode];
    super(message.replaceAll(/\{(\d)\}/g, (_, position) => String(values[Number(position)] ?? '')));
    this.errorCode = errorCode;
    this.status = status;
    if (oauth !== undefined) this.oauth = oauth;
  }
}

/** Returns an error to throw. The values replace `{0}`, `{1}` … in its message. */
export function apiError(errorCode: ErrorCode, ...values: Placeholder[]): ApiError {
  return new ApiError(errorCode, { values });
}
