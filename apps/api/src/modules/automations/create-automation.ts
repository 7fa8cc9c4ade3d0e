import { type Automation, type CreateAutomation, settingsVersionOf } from '@picksync/contracts';
import type { SmartsheetConnection, Tx } from '@picksync/db';
import { recordActivity } from '../activity/activity.store.ts';
import { assertSameAccount, withSmartsheet } from '../connection/with-smartsheet.ts';
import { insertAutomationRow } from './automations.store.ts';
import { type AutomationDeps, readAutomation } from './automations.ts';
import { claimTarget } from './claim-target.ts';
import { assertNoLoop } from './column-loops.ts';
import { lookUpColumns, type NamedColumns } from './look-up-columns.ts';
import { assertMayCreate, lockAutomations } from './plan-limit.ts';
import { settingColumns } from './setting-columns.ts';
import { requestSync, requestWebhooks } from './sync-requests.ts';

/**
 * Creates an automation and requests its first sync. Its columns are looked up first: their names, and whether the
 * target may be filled, come from Smartsheet and not from the browser.
 */
export async function createAutomation(
  userId: string,
  body: CreateAutomation,
  deps: AutomationDeps,
): Promise<Automation> {
  const { connection, columns } = await withSmartsheet(userId, deps, async (client, connection) => ({
    connection,
    columns: await lookUpColumns(client, body),
  }));
  const id = await claimTarget(() =>
    deps.db.$transaction((tx) => insert(tx, { userId, connection, body, columns }, deps)),
  );
  return readAutomation({ userId, id }, deps);
}

type InsertInput = {
  userId: string;
  connection: SmartsheetConnection;
  body: CreateAutomation;
  columns: NamedColumns;
};

async function insert(tx: Tx, { userId, connection, body, columns }: InsertInput, deps: AutomationDeps) {
  const at = deps.now();
  await lockAutomations(tx, userId);
  await assertSameAccount(tx, connection);
  await assertMayCreate(tx, { userId, now: at });
  const row = await insertAutomationRow(tx, {
    userId,
    connectionId: connection.id,
    name: body.name,
    ...columns,
    ...settingColumns(body),
    settingsVersion: settingsVersionOf(body),
    lastUpdated: null,
    createdAt: at,
  });
  await assertNoLoop(tx, row);
  const { id, name } = row;
  await recordActivity(tx, {
    userId,
    automation: { id, name },
    action: 'create_automation',
    status: 'success',
    details: `${columns.targetColumnName} in ${columns.sheetName} follows ${columns.sourceColumnName} in ${columns.sourceSheetName}.`,
    at,
  });
  await requestSync(tx, { connectionId: connection.id, automationId: id }, deps);
  await requestWebhooks(tx, connection.id, deps);
  return id;
}
