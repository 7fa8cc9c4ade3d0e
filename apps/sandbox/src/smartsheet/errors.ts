/** HTTP status and message of the error codes that the sandbox uses, from Smartsheet's table. */
const errorTable = {
  1002: [401, 'Your Access Token is invalid.'],
  1003: [401, 'Your Access Token has expired.'],
  1004: [403, 'You are not authorized to perform this action.'],
  1006: [404, 'Not Found'],
  1008: [400, 'Unable to parse request. The following error occurred: {0}'],
  1009: [400, 'A required parameter is missing from your request: {0}.'],
  1010: [405, 'HTTP Method not supported.'],
  1012: [400, 'Required object attribute(s) are missing from your request: {0}.'],
  1018: [400, 'The value {0} was not valid for the parameter {1}.'],
  1024: [400, 'The HTTP request body is required for this Method.'],
  1031: [400, 'The value {0} was not valid for the attribute {1}.'],
  1032: [400, 'The attribute(s) {0} are not allowed for this operation.'],
  1036: [400, 'The columnId {0} is invalid.'],
  1037: [400, 'The columnId {0} is included more than once in a single row.'],
  1039: [403, 'Cannot edit a locked column {0}.'],
  1041: [400, 'The value for {0} must be {1} characters in length or less, but was {2}.'],
  1042: [
    400,
    'The value for cell in column {0}, {1}, did not conform to the strict requirements for type {2}.',
  ],
  1045: [403, 'The resource specified is read-only.'],
  1046: [
    400,
    'Cells containing system values cannot be inserted or updated through the API, columnId : {0}.',
  ],
  1050: [403, 'You cannot edit a locked row.'],
  1051: [400, 'Attachments of type FILE cannot be created using JSON.'],
  1054: [400, 'The new sheet requires either a fromId or columns.'],
  1055: [400, 'One and only one column must be primary.'],
  1056: [400, 'Column titles must be unique.'],
  1057: [400, 'Primary columns must be of type TEXT_NUMBER.'],
  1058: [400, 'Column type of {1} does not support symbol of type {0}.'],
  1059: [400, 'Column options are not allowed when a symbol is specified.'],
  1060: [400, 'Column options are not allowed for column type {0}.'],
  1061: [400, 'Max count exceeded for field {0}.'],
  1062: [400, 'Invalid row location.'],
  1063: [400, 'Invalid parentId: {0}.'],
  1064: [400, 'Invalid siblingId: {0}.'],
  1065: [400, 'The column specified cannot be deleted.'],
  1067: [401, 'Invalid client_id'],
  1068: [400, 'Unsupported grant type.'],
  1069: [400, 'Invalid Request. The authorization_code has expired.'],
  1070: [400, 'Invalid Request. Required parameter is missing: {0}.'],
  1071: [400, 'Invalid Grant. The authorization code or refresh token provided was invalid.'],
  1072: [400, 'Invalid hash value. The hash provided did not match the expected value.'],
  1073: [400, 'The redirect_uri did not match the expected value.'],
  1074: [400, 'You are trying to upload a file of {0}, but the API currently only supports {1}.'],
  1077: [400, 'Duplicate system column type: {0}.'],
  1079: [400, 'Column type {0} is not supported for system column type {1}.'],
  1082: [400, 'You cannot add options to the given column {0} because it is not a PICKLIST.'],
  1083: [400, 'Auto number formatting cannot be added to a column {0}.'],
  1087: [
    400,
    'The column specified is used in a conditional formatting rule, so the column cannot be deleted and its type cannot be changed.',
  ],
  1089: [400, 'The type specified is only used with System Columns.'],
  1090: [400, 'Column.type is required when changing symbol, systemColumnType or options.'],
  1091: [400, 'Invalid Content-Type: {0}.'],
  1092: [403, 'You cannot delete this row. Either it or one or more of its children are locked.'],
  1109: [400, 'Only one of cell.hyperlink or cell.linkInFromCell may be non-null.'],
  1110: [400, 'cell.value must be null if cell.linkInFromCell is non-null.'],
  1111: [400, 'Only one of cell.hyperlink.sheetId and cell.hyperlink.reportId may be non-null.'],
  1112: [400, 'cell.hyperlink.url must be null for sheet or report hyperlinks.'],
  1113: [400, 'cell.value must be a string when the cell is a hyperlink.'],
  1115: [
    400,
    'Row must contain either cell link updates or row/cell value updates; mixing of both update types in one API call is not supported.',
  ],
  1116: [400, 'You cannot link a cell to its own sheet.'],
  1117: [400, 'One of the following cell.hyperlink fields must be non-null: url, sheetId, or reportId.'],
  1123: [
    400,
    'Specifying multiple row locations is not yet supported. Each row must use the same row location attribute and value (toBottom, toTop, parentId, siblingId, above).',
  ],
  1130: [400, 'One of cell.value or objectValue may be set, but not both.'],
  1131: [400, 'cell.{0} for column {1} was of the wrong object type. Allowed types: {2}.'],
  1137: [400, 'Input collection contains multiple instances of the same element.'],
  1142: [400, 'Column type {0} is reserved for project sheets and may not be manually set on a column.'],
  1148: [400, 'Numeric cell values must be between {0} and {1}.'],
  1151: [404, 'Scope object not found.'],
  1152: [400, 'URL must have HTTPS.'],
  1153: [403, 'Webhook app revoked.'],
  1154: [403, 'Webhook disabled by Smartsheet.'],
  1162: [400, 'A formula must always start with an equal sign (=).'],
  1163: [
    400,
    'If cell.formula is specified, then value, objectValue, image, hyperlink, and linkInFromCell must not be specified.',
  ],
  1177: [400, 'Arrays may not contain null elements.'],
  1207: [400, 'Attribute value is empty.'],
  1210: [400, "Column validation is not supported for column type '{0}'."],
  1212: [403, 'You must be a sheet admin to override validation.'],
  1235: [400, 'Value not supported on column.'],
  1236: [400, 'OAuth missing client auth.'],
  1237: [400, 'OAuth redundant client auth.'],
  1238: [400, 'OAuth invalid secret.'],
  1255: [400, "Attachment type '{0}' is not supported."],
  1292: [400, 'The grant_type is inconsistent with the API request type for authentication.'],
  1293: [404, 'Subscope contains invalid ids.'],
  1302: [400, 'Cannot edit column formula cells.'],
  1338: [400, 'Missing file name in request.'],
  1357: [400, 'Container type is invalid.'],
  4000: [500, 'An unexpected error has occurred. Please contact api@smartsheet.com for assistance.'],
  4001: [503, 'Smartsheet.com is currently offline for system maintenance. Please check back again shortly.'],
  4002: [500, 'Server timeout exceeded. Request has failed.'],
  4003: [429, 'Rate limit exceeded.'],
  4004: [
    500,
    'An unexpected error has occurred. Please retry your request. If you encounter this error repeatedly, please contact api@smartsheet.com for assistance.',
  ],
} as const satisfies Record<number, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errorTable;

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
