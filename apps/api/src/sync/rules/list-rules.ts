import type { Automation, Rule, RuleMatch } from '@picksync/contracts';
import type { Db, Rule as RuleRow } from '@picksync/db';
import { compareNames } from '../../base/compare-names.ts';
import type { Context } from '../../base/context.ts';
import { readEntitlements } from '../../base/read-entitlements.ts';
import { listOfRule } from '../automations/automations.ts';
import { findConnection, toPermalinkAt } from '../smartsheet/with-smartsheet.ts';
import { toMatchView, toRuleView } from './rule-view.ts';
import { findMatches, type MatchRow, requireRule, type WhichRule } from './rules.store.ts';

/** Returns a user's rules, newest first. */
export async function listRules(context: Context, userId: string): Promise<Rule[]> {
  const rows = await context.db.rule.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  return toViews(context, userId, rows);
}

/** Returns one rule. Throws `not_found`. */
export async function readRule(context: Context, which: WhichRule): Promise<Rule> {
  const [view] = await toViews(context, which.userId, [await requireRule(context.db, which)]);
  return view as Rule;
}

async function toViews(context: Context, userId: string, rows: RuleRow[]): Promise<Rule[]> {
  if (rows.length === 0) return [];
  const { db, now } = context;
  const [{ advancedAutomation }, connection, counts] = await Promise.all([
    readEntitlements(db, { userId, now: now() }),
    findConnection(db, userId),
    countMatches(db, { userId, now: now() }),
  ]);
  const nextSweepAt = connection?.status === 'connected' ? connection.nextSweepAt : null;
  const facts = { now: now(), isAllowed: advancedAutomation, nextSweepAt };
  return rows.map((row) => toRuleView(row, { ...facts, counts: counts.get(row.id) ?? noSheets }));
}

/** For how long a sheet that was taken up is new. */
const weekMs = 7 * 24 * 60 * 60_000;

const noSheets: Rule['counts'] = {
  follows: 0,
  inSync: 0,
  toSync: 0,
  needReview: 0,
  failing: 0,
  isNew: 0,
  asks: 0,
  choose: 0,
  waits: 0,
  gone: 0,
  leftOut: 0,
};

/** Returns how the sheets of each of a user's rules stand. */
async function countMatches(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<Map<string, Rule['counts']>> {
  const weekAgo = new Date(now.getTime() - weekMs);
  const rows = await db.$queryRaw<({ ruleId: string } & Rule['counts'])[]>`
    SELECT rule_id AS "ruleId",
      count(*) FILTER (WHERE follows)::int AS follows,
      count(*) FILTER (WHERE is_well AND dirty_at IS NULL AND last_run_at IS NOT NULL)::int AS "inSync",
      count(*) FILTER (WHERE is_well AND dirty_at IS NOT NULL)::int AS "toSync",
      count(*) FILTER (WHERE follows AND is_active AND waits)::int AS "needReview",
      count(*) FILTER (WHERE follows AND last_error IS NOT NULL AND NOT (is_active AND waits))::int AS failing,
      count(*) FILTER (WHERE follows AND taken_up_at > ${weekAgo})::int AS "isNew",
      count(*) FILTER (WHERE state = 'asks' AND NOT is_excluded)::int AS asks,
      count(*) FILTER (WHERE state = 'choose' AND NOT is_excluded)::int AS choose,
      count(*) FILTER (WHERE state = 'waits' AND NOT is_excluded)::int AS waits,
      count(*) FILTER (WHERE gone_at IS NOT NULL AND automation_id IS NOT NULL)::int AS gone,
      count(*) FILTER (WHERE is_excluded OR state IN ('excluded', 'refused', 'taken', 'loop', 'no_column')
        OR (state = 'follows' AND automation_id IS NULL))::int AS "leftOut"
    FROM (
      SELECT m.*, a.is_active, a.last_error, a.last_run_at, a.dirty_at,
        m.automation_id IS NOT NULL AND m.gone_at IS NULL AS follows,
        m.automation_id IS NOT NULL AND m.gone_at IS NULL AND a.is_active AND a.last_error IS NULL AS is_well,
        coalesce(a.last_run_outcome = 'waiting_review', false) AS waits
      FROM rule_matches m LEFT JOIN automations a ON a.id = m.automation_id
      WHERE m.user_id = ${userId}::uuid
    ) sheets GROUP BY rule_id`;
  return new Map(rows.map(({ ruleId, ...counts }) => [ruleId, counts]));
}

/** Returns the sheets of a rule in the order of its page. Throws `not_found`. */
export async function listMatches(context: Context, which: WhichRule): Promise<RuleMatch[]> {
  const { db, now, smartsheet } = context;
  const { userId } = which;
  const rule = await requireRule(db, which);
  const [rows, automations, connection, allowed] = await Promise.all([
    findMatches(db, rule.id),
    listOfRule(context, { userId, ruleId: rule.id }),
    findConnection(db, userId),
    readEntitlements(db, { userId, now: now() }),
  ]);
  const byId = new Map(automations.map((automation) => [automation.id, automation]));
  const owners = await findOwners(db, { userId, rows });
  const origin = smartsheet.originOf(connection?.region ?? 'us');
  const views = rows.map((row) =>
    toMatchView(row, {
      automation: row.automation ? (byId.get(row.automation.id) ?? null) : null,
      permalink: toPermalinkAt(origin, row.sheetPermalink),
      columnTitle: rule.columnTitle,
      takeOver: owners.get(`${row.sheetId}/${row.columnId}`) ?? null,
      allowed,
    }),
  );
  const weekAgo = now().getTime() - weekMs;
  return views.sort(
    (one, other) => rank(one, weekAgo) - rank(other, weekAgo) || compareNames(one.sheetName, other.sheetName),
  );
}

/** Returns the user's own automations without a rule that fill columns of these sheets. */
export async function findOwners(
  db: Db,
  { userId, rows }: { userId: string; rows: readonly Pick<MatchRow, 'sheetId'>[] },
): Promise<Map<string, { id: string; name: string }>> {
  const own = await db.automation.findMany({
    where: { userId, isActive: true, ruleId: null, sheetId: { in: rows.map(({ sheetId }) => sheetId) } },
    select: { id: true, name: true, sheetId: true, targetColumnId: true },
  });
  return new Map(
    own.map(({ sheetId, targetColumnId, id, name }) => [`${sheetId}/${targetColumnId}`, { id, name }]),
  );
}

/** What needs somebody comes first, then what is new, then what follows; what is left out is at the end. */
function rank({ state, configuration, takenUpAt }: RuleMatch, weekAgo: number): number {
  if (state === 'asks' || state === 'choose' || state === 'waits') return 0;
  if (state === 'gone') return 3;
  if (state !== 'follows') return 4;
  if (needsSomebody(configuration)) return 0;
  return takenUpAt !== null && Date.parse(takenUpAt) > weekAgo ? 1 : 2;
}

function needsSomebody(automation: Automation | null): boolean {
  return automation !== null && (automation.review !== null || automation.lastError !== null);
}
