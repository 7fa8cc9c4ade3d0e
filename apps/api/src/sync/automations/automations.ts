import { AppError, type Automation, type endpoints, maxRuleSheets, type Parsed } from '@picksync/contracts';
import type { Automation as AutomationRow, Db, Prisma } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import { lockEnabledUser } from '../../base/lock-user.ts';
import { consumeTry } from '../../base/throttle.ts';
import { recordActivity } from '../activity/activity.store.ts';
import {
  assertSameAccount,
  readSourceDefinition,
  requireConnection,
  withSmartsheet,
} from '../smartsheet/with-smartsheet.ts';
import { toAutomationView } from './automation-view.ts';
import { updateAutomationRow } from './automations.store.ts';
import { findShownAutomations, type ShownAutomation } from './shown-automations.store.ts';
import { afterSync, requestSync, requestWebhooks } from './sync-requests.ts';

type Query = Parsed<typeof endpoints.automations.list>['query'];

export type WhichAutomation = { userId: string; id: string };

/** Returns one page of a user's automations, newest first, each with its last runs. */
export async function listAutomations(context: Context, userId: string, { cursor, limit }: Query) {
  const found = await findShownAutomations(context.pool, {
    userId,
    below: parseCursor(cursor),
    limit: limit + 1,
  });
  const page = toPage(found, limit, ({ row: { createdAt, id } }) => ({ at: new Date(createdAt), id }));
  return { ...page, items: page.items.map((shown) => toView(context, shown)) };
}

/** Returns the automations of a rule of the user's, newest first. */
export async function listOfRule(
  context: Context,
  { userId, ruleId }: { userId: string; ruleId: string },
): Promise<Automation[]> {
  const found = await findShownAutomations(context.pool, { userId, ruleId, limit: maxRuleSheets });
  return found.map((shown) => toView(context, shown));
}

/** Returns one automation of the user's. Throws `not_found`. */
export async function readAutomation(context: Context, which: WhichAutomation): Promise<Automation> {
  const [shown] = await findShownAutomations(context.pool, { ...which, limit: 1 });
  if (!shown) throw new AppError('not_found');
  return toView(context, shown);
}

/** Returns the row of an automation. Throws `not_found` for an id that belongs to somebody else or does not exist. */
export async function requireAutomation(db: Db, { userId, id }: WhichAutomation): Promise<AutomationRow> {
  const row = await db.automation.findFirst({ where: { id, userId } });
  if (!row) throw new AppError('not_found');
  return row;
}

/** Throws `validation_failed` for an automation that is paused. */
export function assertActive({ isActive }: AutomationRow): void {
  if (isActive) return;
  throw new AppError('validation_failed', {
    message: 'This automation is paused. Activate it to sync it.',
  });
}

/** Updates the row. Throws `not_found` when it was deleted since it was read. */
export async function updateAutomation(
  db: Db,
  change: WhichAutomation & { data: Prisma.AutomationUncheckedUpdateManyInput },
): Promise<AutomationRow> {
  const row = await updateAutomationRow(db, change);
  if (!row) throw new AppError('not_found');
  return row;
}

/** Deletes an automation; its activity stays, with its name. Throws `not_found`. */
export async function deleteAutomation(
  context: Context,
  which: WhichAutomation,
  keyId?: string,
): Promise<void> {
  await context.db.$transaction(async (tx) => {
    const { id, userId, name, connectionId } = await requireAutomation(tx, which);
    const { count } = await tx.automation.deleteMany({ where: { id, userId } });
    if (count === 0) throw new AppError('not_found');
    await recordActivity(tx, {
      userId,
      automation: { id: null, name },
      action: 'delete_automation',
      status: 'info',
      details: 'The automation was deleted. The column keeps its list.',
      keyId,
      at: context.now(),
    });
    await requestWebhooks(context, tx, connectionId);
  });
}

/**
 * Requests a sync by hand and returns at once. One that is queued already serves the request; one that is running is
 * followed by another. Whoever syncs an automation that is in real time may have missed a change, so its webhooks are
 * looked at as well. Throws while Smartsheet is not connected, and `rate_limited` after too many.
 */
export async function syncAutomation(context: Context, which: WhichAutomation): Promise<Automation> {
  const row = await requireAutomation(context.db, which);
  const { id, connectionId } = row;
  await requireConnection(context, which.userId);
  assertActive(row);
  await consumeTry(context.throttles.syncs, id);
  await context.db.$transaction(async (tx) => {
    await updateAutomation(tx, { ...which, data: { manualSyncAt: context.now() } });
    await requestSync(context, tx, { connectionId, automationId: id });
    if (row.webhookEnabled) await requestWebhooks(context, tx, connectionId, afterSync);
  });
  return readAutomation(context, which);
}

/**
 * Reads the name of the source sheet from Smartsheet, and where it is shown, and stores them. Throws `source_not_found`,
 * and `smartsheet_account_changed` when another account is connected by then. An automation that has got another source
 * meanwhile keeps that one's name.
 */
export async function updateSourceName(context: Context, which: WhichAutomation): Promise<Automation> {
  const { sourceKind, sourceSheetId } = await requireAutomation(context.db, which);
  const { connection, name, permalink } = await withSmartsheet(
    context,
    which.userId,
    async (client, connection) => ({
      connection,
      ...(await readSourceDefinition(client, { sourceKind, sourceSheetId })),
    }),
  ).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') throw new AppError('source_not_found');
    throw error;
  });
  await context.db.$transaction(async (tx) => {
    await lockEnabledUser(tx, which.userId);
    await assertSameAccount(tx, connection);
    const data = { sourceSheetName: name, sourceSheetPermalink: permalink };
    await tx.automation.updateMany({ where: { ...which, sourceSheetId }, data });
  });
  return readAutomation(context, which);
}

function toView({ smartsheet, now }: Context, { row, progress }: ShownAutomation): Automation {
  const { canReceiveCallbacks, originOf } = smartsheet;
  const smartsheetOrigin = originOf(progress.region);
  return toAutomationView(row, progress, { now: now(), canReceiveCallbacks, smartsheetOrigin });
}
