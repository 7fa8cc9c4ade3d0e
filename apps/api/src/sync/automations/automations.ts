import { AppError, type Automation, type endpoints, type Parsed } from '@picksync/contracts';
import type { Automation as AutomationRow, Db, Prisma } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import { automationView } from './automation-view.ts';
import { findAutomation, updateAutomationRow } from './automations.store.ts';
import { findShownAutomations, type ShownAutomation } from './shown-automations.store.ts';

export type { Idempotency } from './idempotency.ts';

type Query = Parsed<typeof endpoints.automations.list>['query'];

export type WhichAutomation = { userId: string; id: string };

/** Returns one page of a user's automations, newest first, each with its last runs. */
export async function listAutomations(context: Context, userId: string, { cursor, limit }: Query) {
  const found = await findShownAutomations(context.db, {
    userId,
    below: parseCursor(cursor),
    limit: limit + 1,
  });
  const page = toPage(found, limit, ({ row: { createdAt, id } }) => ({ at: new Date(createdAt), id }));
  return { ...page, items: toViews(context, page.items) };
}

/** Returns one automation of the user's. Throws `not_found`. */
export async function readAutomation(context: Context, which: WhichAutomation): Promise<Automation> {
  const [view] = toViews(context, await findShownAutomations(context.db, { ...which, limit: 1 }));
  if (!view) throw new AppError('not_found');
  return view;
}

/** Returns the row of an automation. Throws `not_found` for an id that belongs to somebody else or does not exist. */
export async function requireAutomation(db: Db, which: WhichAutomation): Promise<AutomationRow> {
  const row = await findAutomation(db, which);
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

/** Returns automations of one user, who has one connection. */
function toViews(context: Context, shown: ShownAutomation[]): Automation[] {
  const {
    now,
    smartsheet: { canReceiveCallbacks, originOf: smartsheetOriginOf },
  } = context;
  const [first] = shown;
  if (!first) return [];
  const smartsheetOrigin = smartsheetOriginOf(first.progress.region);
  const setting = { now: now(), canReceiveCallbacks, smartsheetOrigin };
  return shown.map(({ row, progress }) => automationView(row, progress, setting));
}
