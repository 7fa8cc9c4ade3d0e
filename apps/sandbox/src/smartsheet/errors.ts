import { type ErrorCode, errorTable } from './error-table.ts';

type Blank = string | number | boolean | null | undefined;

/** A refusal in the provider's own terms. `detail` says which row of a bulk call; `oauth` is OAuth's own word for it. */
export class ApiError extends Error {
  readonly errorCode: ErrorCode;
  readonly status: number;
  detail?: { index: number; rowId?: number };
  readonly oauth?: string;

  constructor(errorCode: ErrorCode, { blanks = [], oauth }: { blanks?: Blank[]; oauth?: string } = {}) {
    const [status, message] = errorTable[errorCode];
    super(message.replaceAll(/\{(\d)\}/g, (_, place) => String(blanks[Number(place)] ?? '')));
    this.errorCode = errorCode;
    this.status = status;
    if (oauth !== undefined) this.oauth = oauth;
  }
}

/** `throw refuse(1036, columnId)`: the rest fills the blanks of the message. */
export function apiError(errorCode: ErrorCode, ...blanks: Blank[]): ApiError {
  return new ApiError(errorCode, { blanks });
}
