import * as z from 'zod';
import { maxNamesInCells } from './automation-settings.ts';
import { count, isoTime } from './fields.ts';
import { formatNumber } from './format-number.ts';
import { type PeriodicReason, periodicReasons, periodicSentence } from './periodic.ts';
import { pluralize } from './pluralize.ts';
import { targetRefusals } from './target-columns.ts';

/** What is looked at, with what it is called on a screen. `source` is looked at for two-way automations alone, `names` for those that follow names. */
export const healthChecks = {
  rights: 'Rights',
  scopes: 'Scopes',
  plan: 'Plan with API',
  region: 'Region',
  columns: 'Columns',
  lock: 'Not locked',
  symbol: 'No symbol',
  type: 'Type',
  size: 'Size',
  webhook: 'Webhook',
  only_writer: 'Only writer',
  loop: 'No loop',
  source: 'Source can be written',
  names: 'Names remembered',
} as const;

export type HealthCheck = keyof typeof healthChecks;

/** `note`: it works, and there is something to know. `problem`: syncs fail. */
export type HealthStatus = 'ok' | 'note' | 'problem';

/** What ends a problem. The page knows where each leads. */
export const healthFixes = {
  reconnect: 'Reconnect',
  open_source: 'Open the source',
  open_target: 'Open the destination',
  choose_source: 'Choose another source',
  choose_target_sheet: 'Choose another destination',
  choose_target: 'Choose another column',
  change_settings: 'Change the options',
  add_filter: 'Add a filter',
  choose_mode: 'Choose another mode',
  view_plans: 'View Plans',
} as const;

export type HealthFix = keyof typeof healthFixes;

/** Numbers that a sentence needs. */
export type HealthFigures = { found: number; allowed: number };

type Finding = {
  check: HealthCheck;
  status: HealthStatus;
  sentence: string | ((figures: HealthFigures) => string);
  fix: HealthFix | null;
};

function fine(check: HealthCheck, sentence: Finding['sentence']): Finding {
  return { check, status: 'ok', sentence, fix: null };
}

function problem(check: HealthCheck, sentence: Finding['sentence'], fix: HealthFix): Finding {
  return { check, status: 'problem', sentence, fix };
}

function note(check: HealthCheck, sentence: Finding['sentence'], fix: HealthFix | null = null): Finding {
  return { check, status: 'note', sentence, fix };
}

function entries(count: number): string {
  return pluralize(count, 'entry', 'entries');
}

const missing = 'no longer exists, or is no longer shared with you.';

const findings = {
  rights_fine: fine('rights', 'You may read the source and change the destination.'),
  source_sheet_gone: problem('rights', `The source sheet ${missing}`, 'choose_source'),
  source_no_right: problem('rights', 'You may not read the source sheet. Ask its owner.', 'choose_source'),
  report_gone: problem('rights', `The report ${missing}`, 'choose_source'),
  report_no_right: problem(
    'rights',
    'You may not read the report. Ask its owner to share it with you.',
    'choose_source',
  ),
  target_sheet_gone: problem('rights', `The destination sheet ${missing}`, 'choose_target_sheet'),
  target_no_right: problem(
    'rights',
    'You may not change the destination sheet. Ask its owner to make you an admin.',
    'choose_target_sheet',
  ),
  target_unlicensed: problem(
    'rights',
    'You are an admin of the destination sheet without a Smartsheet license. Only its owner or a licensed admin may change such a list: ask your Smartsheet administrator for a license, or let the owner of the sheet connect.',
    'choose_target_sheet',
  ),

  scopes_fine: fine('scopes', 'The connection has every right it needs.'),
  connection_revoked: problem('scopes', 'Smartsheet no longer accepts this connection.', 'reconnect'),
  scope_missing: problem('scopes', 'The connection lacks a right that is needed.', 'reconnect'),

  plan_fine: fine('plan', 'Your account may use the API of Smartsheet.'),
  plan_without_api: problem(
    'plan',
    'Your Smartsheet plan does not include the API. Ask your Smartsheet administrator to enable it.',
    'reconnect',
  ),
  account_policy: problem(
    'plan',
    'The rules of your organization in Smartsheet do not let Picksync in. Ask your Smartsheet administrator.',
    'reconnect',
  ),
  account_state: problem(
    'plan',
    'Smartsheet does not let this account work at the moment. Sign in to Smartsheet to see why.',
    'reconnect',
  ),

  region_fine: fine('region', 'Both sheets are in the region of your account.'),
  region_wrong: note(
    'region',
    'Neither sheet was found in the region of your account. If they are in another region, reconnect and choose it.',
    'reconnect',
  ),

  columns_fine: fine('columns', 'Every column it needs is there.'),
  source_column_gone: problem('columns', 'The source column no longer exists.', 'choose_source'),
  target_column_gone: problem('columns', 'The target column no longer exists.', 'choose_target'),
  filter_column_gone: problem(
    'columns',
    'A column that a filter looks at no longer exists.',
    'change_settings',
  ),
  label_column_gone: problem(
    'columns',
    'A column that the label is made from no longer exists.',
    'change_settings',
  ),

  address_column_gone: problem(
    'columns',
    'The column with the addresses no longer exists.',
    'change_settings',
  ),

  lock_fine: fine('lock', 'The target column is not locked.'),
  target_column_locked: problem(
    'lock',
    'The target column is locked. Unlock it in Smartsheet.',
    'open_target',
  ),

  symbol_fine: fine('symbol', 'The target column has a list that can be changed.'),
  target_symbol: problem(
    'symbol',
    'The target column shows symbols, and their list is fixed.',
    'choose_target',
  ),

  type_fine: fine('type', 'The target column has a list that can be filled.'),
  target_column_retyped: problem(
    'type',
    'The target column is neither a dropdown nor a contact column.',
    'open_target',
  ),
  target_system: problem('type', 'The target column is a system column of Smartsheet.', 'choose_target'),

  size_fine: fine(
    'size',
    ({ found, allowed }) => `The list has ${entries(found)}, and ${formatNumber(allowed)} fit.`,
  ),
  size_near_limit: note(
    'size',
    ({ found, allowed }) =>
      `The list has ${formatNumber(found)} of the ${formatNumber(allowed)} entries that fit.`,
    'add_filter',
  ),
  size_over_limit: problem(
    'size',
    ({ found, allowed }) => `The list would have ${entries(found)}, and ${formatNumber(allowed)} fit.`,
    'add_filter',
  ),

  webhook_fine: fine('webhook', 'Smartsheet tells of changes within about a minute.'),
  ...periodicFindings(),

  only_writer_fine: fine('only_writer', 'No other automation fills the column.'),
  target_claimed: problem('only_writer', `${targetRefusals.taken}.`, 'choose_target'),
  target_contested: note(
    'only_writer',
    'Something else has rewritten this list within the last hour. Find out what writes it in Smartsheet.',
    'open_target',
  ),

  loop_fine: fine('loop', 'It does not lead back to its own source.'),
  automation_loop: problem(
    'loop',
    'It would lead back to its own source, perhaps through a colleague’s automation.',
    'choose_target',
  ),

  source_fine: fine('source', 'Rows can be added to the source.'),
  source_not_writable: problem(
    'source',
    'A two-way automation adds rows to its source, and you may not change the source sheet or its column.',
    'choose_mode',
  ),
  source_not_text: problem(
    'source',
    'A two-way automation needs a plain text column without formulas as its source.',
    'choose_mode',
  ),

  names_over_limit: note(
    'names',
    ({ allowed }) =>
      `More than ${formatNumber(allowed)} rows of the source have a value, or their cells hold more than ${formatNumber(maxNamesInCells)}, so a name that changes is added and the old one removed.`,
    'add_filter',
  ),
} as const satisfies Record<string, Finding>;

type PeriodicFinding = `periodic_${PeriodicReason}`;

/** What the user reads about an automation without change notices: the same as on its row. */
function periodicFindings(): Record<PeriodicFinding, Finding> {
  const fixes: Partial<Record<PeriodicReason, HealthFix>> = {
    plan: 'view_plans',
    permission: 'reconnect',
    sheet_inaccessible: 'open_source',
  };
  const entries = periodicReasons.map((reason) => [
    `periodic_${reason}`,
    note('webhook', periodicSentence(reason), fixes[reason]),
  ]);
  return Object.fromEntries(entries) as Record<PeriodicFinding, Finding>;
}

/** Every code of a finding; each belongs to one check. */
export type HealthReason = keyof typeof findings;

export const healthReasons = Object.keys(findings) as [HealthReason, ...HealthReason[]];

/** A finding as it is stored: a code, and the numbers of its sentence. */
export const storedFinding = z.object({
  reason: z.enum(healthReasons),
  found: count.optional(),
  allowed: count.optional(),
});

export type StoredFinding = z.output<typeof storedFinding>;

export const healthFinding = z.object({
  check: z.enum(Object.keys(healthChecks) as [HealthCheck, ...HealthCheck[]]),
  status: z.enum(['ok', 'note', 'problem']),
  /** One sentence, fit to show. */
  message: z.string(),
  /** What ends it; null where there is nothing to press. */
  fix: z
    .object({ kind: z.enum(Object.keys(healthFixes) as [HealthFix, ...HealthFix[]]), label: z.string() })
    .nullable(),
});

export type HealthFinding = z.output<typeof healthFinding>;

/** What the last look at an automation found. */
export const automationHealth = z.object({
  checkedAt: isoTime,
  /** Notes and problems. */
  findings: z.array(healthFinding),
  /** Checks that found nothing to tell. */
  fine: z.array(z.enum(Object.keys(healthChecks) as [HealthCheck, ...HealthCheck[]])),
});

export type AutomationHealth = z.output<typeof automationHealth>;

const checkOrder = Object.keys(healthChecks);

/** Returns findings as their user sees them, in the order of the checks. */
export function toHealthFindings(stored: readonly StoredFinding[]): HealthFinding[] {
  return stored
    .map(toFinding)
    .toSorted((one, other) => checkOrder.indexOf(one.check) - checkOrder.indexOf(other.check));
}

function toFinding({ reason, found = 0, allowed = 0 }: StoredFinding): HealthFinding {
  const { check, status, sentence, fix }: Finding = findings[reason];
  return {
    check,
    status,
    message: typeof sentence === 'string' ? sentence : sentence({ found, allowed }),
    fix: fix && { kind: fix, label: healthFixes[fix] },
  };
}

/** Returns the finding about change notices; null stands for an automation that has them. */
export function webhookFinding(periodicReason: PeriodicReason | null): StoredFinding {
  return { reason: periodicReason === null ? 'webhook_fine' : `periodic_${periodicReason}` };
}
