import {
  type AssessedSettings,
  type HealthReason,
  isListType,
  isSheetWritable,
  maxNamedRows,
  type RunWarning,
  type StoredFinding,
  smartsheetScopes,
} from '@picksync/contracts/sync';
import type { Column } from '@picksync/smartsheet-client';
import { nearLimit } from './plan.guards.ts';
import type { SheetDefinition } from './read.ts';
import { assessSource } from './target.ts';

type Columns = { sourceColumnId: string; targetColumnId: string };

export type HealthFacts = {
  automation: Columns & AssessedSettings;
  source: SheetDefinition;
  target: SheetDefinition;
  /** Another automation fills the target. */
  isTaken: boolean;
  /** Something else has rewritten its list within the last hour. */
  isContested: boolean;
  isLoop: boolean;
  /** Whether the Smartsheet user has a license; null where that is not known. */
  isLicensed: boolean | null;
  /** Options that a dropdown can hold. */
  maxOptions: number;
  /** What its last run had to tell. */
  lastWarnings: readonly string[];
};

/**
 * Returns the findings for an automation whose connection works, one for each check that could be made,
 * in the order of the checks. Codes and counts only.
 */
export function assessHealth(facts: HealthFacts): StoredFinding[] {
  const { automation, source, target, isTaken, isContested, isLoop, maxOptions } = facts;
  const column = findColumn(target, automation.targetColumnId);
  const writer = isContested ? 'target_contested' : 'only_writer_fine';
  return [
    found(assessRights(facts)),
    found(source === 'gone' && target === 'gone' ? 'region_wrong' : 'region_fine'),
    ...assessColumns(facts).map((reason) => found(reason)),
    ...(column ? assessDropdown(column, maxOptions) : []),
    // Only a user who may fill the column learns what others do with it.
    ...(mayFill(facts)
      ? [found(isTaken ? 'target_claimed' : writer), found(isLoop ? 'automation_loop' : 'loop_fine')]
      : []),
    ...(automation.mode === 'two_way' ? assessTwoWaySource(source, automation) : []),
    ...assessNames(facts),
  ];
}

/** What is found for a connection that Smartsheet refuses, by the reason in its row. */
const refusals = new Map<string, HealthReason>([
  ['revoked', 'connection_revoked'],
  ['missing_scope', 'scope_missing'],
  ['plan_without_api', 'plan_without_api'],
  ['account_policy', 'account_policy'],
  ['account_state', 'account_state'],
]);

/** Returns the finding for a connection that Smartsheet refuses; nothing else can be checked. */
export function refusedConnection(statusReason: string | null): StoredFinding[] {
  return [found(refusals.get(statusReason ?? '') ?? 'connection_revoked')];
}

/** Returns the findings for a connection with which both sheets were requested. */
export function assessConnection({ scopes }: { scopes: readonly string[] }): StoredFinding[] {
  // Without the scope for webhooks an automation is periodic, which the finding about its webhook says.
  const needed = smartsheetScopes.filter((scope) => scope !== 'ADMIN_WEBHOOKS');
  const isWhole = needed.every((scope) => scopes.includes(scope));
  return [found(isWhole ? 'scopes_fine' : 'scope_missing'), found('plan_fine')];
}

function found(reason: HealthReason): StoredFinding {
  return { reason };
}

function assessRights({ automation, source, target, isLicensed }: HealthFacts): HealthReason {
  const isReport = automation.sourceKind === 'report';
  if (source === 'gone') return isReport ? 'report_gone' : 'source_sheet_gone';
  if (source === 'no_right') return isReport ? 'report_no_right' : 'source_no_right';
  if (target === 'gone') return 'target_sheet_gone';
  if (target === 'no_right') return 'target_no_right';
  if (!mayChange(target)) return 'target_no_right';
  // Smartsheet leaves columns to the owner and to admins with a license.
  return target.accessLevel === 'ADMIN' && isLicensed === false ? 'target_unlicensed' : 'rights_fine';
}

function mayChange(sheet: SheetDefinition): boolean {
  return typeof sheet !== 'string' && isSheetWritable(sheet.accessLevel);
}

function mayFill({ automation, target }: HealthFacts): boolean {
  return mayChange(target) && findColumn(target, automation.targetColumnId) !== undefined;
}

function findColumn(sheet: SheetDefinition, columnId: string): Column | undefined {
  return typeof sheet === 'string' ? undefined : sheet.columns.find(({ id }) => id === columnId);
}

function assessColumns({ automation, source, target }: HealthFacts): HealthReason[] {
  const isMissing = (sheet: SheetDefinition) => (columnId: string) =>
    typeof sheet !== 'string' && findColumn(sheet, columnId) === undefined;
  const { filters, labelTemplate, addressColumn } = automation;
  const filtered = filters?.rules.map(({ columnId }) => columnId) ?? [];
  const labelled = labelTemplate?.columns.map(({ columnId }) => columnId) ?? [];
  const missing: HealthReason[] = [];
  if (isMissing(source)(automation.sourceColumnId)) missing.push('source_column_gone');
  if (isMissing(target)(automation.targetColumnId)) missing.push('target_column_gone');
  if (filtered.some(isMissing(source))) missing.push('filter_column_gone');
  if (labelled.some(isMissing(source))) missing.push('label_column_gone');
  if (addressColumn && isMissing(source)(addressColumn.columnId)) missing.push('address_column_gone');
  const areSeen = typeof source !== 'string' && typeof target !== 'string';
  return missing.length > 0 || !areSeen ? missing : ['columns_fine'];
}

function assessDropdown(column: Column, maxOptions: number): StoredFinding[] {
  if (column.systemColumnType) return [found('target_system')];
  if (!isListType(column.type)) return [found('target_column_retyped')];
  const isLocked = column.locked || column.lockedForUser;
  const options = column.options?.length ?? 0;
  return [
    found(isLocked ? 'target_column_locked' : 'lock_fine'),
    found(column.symbol ? 'target_symbol' : 'symbol_fine'),
    found('type_fine'),
    ...(column.symbol
      ? []
      : [{ reason: assessSize(options, maxOptions), found: options, allowed: maxOptions }]),
  ];
}

function assessSize(options: number, maxOptions: number): HealthReason {
  if (options > maxOptions) return 'size_over_limit';
  return options >= maxOptions * nearLimit ? 'size_near_limit' : 'size_fine';
}

const forgotten: RunWarning = 'names_not_remembered';

/** A check reads no rows: whether there are too many is known from the last run. */
function assessNames({ automation, lastWarnings }: HealthFacts): StoredFinding[] {
  if (automation.renames !== 'follow' || !lastWarnings.includes(forgotten)) return [];
  return [{ reason: 'names_over_limit', found: maxNamedRows, allowed: maxNamedRows }];
}

function assessTwoWaySource(source: SheetDefinition, { sourceColumnId }: Columns): StoredFinding[] {
  const column = findColumn(source, sourceColumnId);
  if (typeof source === 'string' || !column) return [];
  return [found(assessSource({ column, sheet: source }) ?? 'source_fine')];
}
