import type { SmartsheetErrorClass, SmartsheetReason } from './errors.ts';

export type Verdict = readonly [SmartsheetErrorClass, SmartsheetReason];

function rule(verdict: Verdict, ...codes: number[]) {
  return codes.map((code) => [code, verdict] as const);
}

/**
 * What Smartsheet's error codes mean to us ("Error codes"; the wording of its messages drifts, the codes do not).
 * Codes that are not here are judged by their HTTP status.
 */
export const byCode: ReadonlyMap<number, Verdict> = new Map([
  ...rule(['retry', 'rate_limited'], 4003),
  ...rule(['retry', 'outage'], 4000, 4001, 4002),
  // 4004: another write to the same sheet is running. 5036: seen on a delete right after the create.
  ...rule(['retry', 'busy'], 4004, 5036),

  ...rule(['needs_user', 'token_invalid'], 1001, 1002),
  ...rule(['needs_user', 'token_expired'], 1003),
  ...rule(['needs_user', 'revoked'], 1069, 1071, 1132),
  ...rule(['needs_user', 'plan'], 1013, 1014, 1140),
  // Single sign-on, second factor, data egress, inactive user: rules of the user's organisation.
  ...rule(['needs_user', 'account_policy'], 1005, 1188, 1356, 1361, 1362, 1363),
  // The app's own registration (client id, secret, hash, redirect URL): no user can correct it.
  ...rule(['bug', 'client_refused'], 1067, 1068, 1070, 1072, 1073, 1236, 1237, 1238, 1292),

  ...rule(['configuration', 'scope_or_access'], 1004, 1045, 1211, 1288),
  ...rule(['configuration', 'not_found'], 1006, 1034, 1114, 1151),
  ...rule(['configuration', 'column_gone'], 1036, 1293),
  ...rule(['configuration', 'locked'], 1039, 1050, 1092),
  ...rule(['configuration', 'wrong_type'], 1057, 1059, 1060, 1082, 1209, 1210, 1239, 1276, 1320, 1323),
  ...rule(['configuration', 'column_in_use'], 1085, 1087),
  ...rule(['configuration', 'cell_refused'], 1038, 1042, 1046, 1131, 1148, 1212, 1235, 1302, 1319),
  ...rule(['configuration', 'callback_refused'], 1152),
  ...rule(['configuration', 'webhook_disabled'], 1153, 1154),
  ...rule(['bug', 'api_retired'], 1007, 4005),
]);

/**
 * Generic codes that have a precise meaning when options are written. Which code Smartsheet sends for its limits there
 * is not documented; these are the ones that fit.
 */
export const byCodeOnOptions: ReadonlyMap<number, Verdict> = new Map([
  ...rule(['configuration', 'too_many_options'], 1061, 1277),
  ...rule(['configuration', 'option_too_long'], 1041, 1349),
  ...rule(['configuration', 'options_refused'], 1031, 1137, 1176, 1177, 1207, 1351, 1352),
]);

/** Returns what a status means, for codes that are not in the tables. */
export function byStatus(status: number): Verdict {
  if (status === 401) return ['needs_user', 'token_invalid'];
  if (status === 403) return ['configuration', 'scope_or_access'];
  if (status === 404) return ['configuration', 'not_found'];
  if (status === 408) return ['retry', 'timeout'];
  if (status === 410) return ['bug', 'api_retired'];
  if (status === 429) return ['retry', 'rate_limited'];
  // An error with a success status does not come from Smartsheet.
  if (status < 300) return ['retry', 'bad_reply'];
  return status >= 500 ? ['retry', 'outage'] : ['bug', 'bad_request'];
}
