import { AppError, type Automation, type CreateAutomation, creationRefusal } from '@picksync/contracts';
import type { SmartsheetConnection, Tx } from '@picksync/db';
import { recordActivity } from '../activity/activity.store.ts';
import { withSmartsheet } from '../connection/account-client.ts';
import { lockUser } from '../entitlements/entitlements.store.ts';
import { readEntitlements } from '../entitlements/entitlements.ts';
import { settingColumns } from './automation-columns.ts';
import { createAutomation, findAllAutomations } from './automations.store.ts';
import { type AutomationParts, readAutomation } from './automations.ts';
import type { ColumnNames } from './column-choice.ts';
import { refuseConflicts } from './conflicts.ts';
import { lookUpColumns } from './live-columns.ts';
import { askForSync, askForWebhooks } from './sync-requests.ts';

/**
 * Makes an automation and asks for its first sync. Its columns are looked at first: what is called what, and whether
 * the target may be filled, is Smartsheet's word and not the browser's.
 */
export async function makeAutomation(
  userId: string,
  body: CreateAutomation,
  parts: AutomationParts,
): Promise<Automation> {
  const { connection, names } = await withSmartsheet(userId, parts, async (client, itself) => ({
    connection: itself,
    names: await lookUpColumns(client, body),
  }));
  const id = await parts.db.$transaction((tx) => insert(tx, { userId, connection, body, names }, parts));
  return readAutomation({ userId, id }, parts);
}

type Making = {
  userId: string;
  connection: SmartsheetConnection;
  body: CreateAutomation;
  names: ColumnNames;
};

async function insert(tx: Tx, { userId, connection, body, names }: Making, parts: AutomationParts) {
  const at = parts.now();
  await lockUser(tx, userId);
  await refuseBeyondLimit(tx, { userId, now: at });
  refuseConflicts(body, await findAllAutomations(tx, userId));
  const { id, name } = await createAutomation(tx, {
    userId,
    connectionId: connection.id,
    name: body.name,
    sourceSheetId: body.sourceSheetId,
    sourceColumnId: body.sourceColumnId,
    sheetId: body.sheetId,
    targetColumnId: body.targetColumnId,
    ...names,
    ...settingColumns(body),
    lastUpdated: null,
    createdAt: at,
  });
  await recordActivity(tx, {
    userId,
    automation: { id, name },
    action: 'create_automation',
    status: 'success',
    details: `${names.targetColumnName} in ${names.sheetName} follows ${names.sourceColumnName} in ${names.sourceSheetName}.`,
    at,
  });
  await askForSync(tx, { connectionId: connection.id, automationId: id }, parts);
  await askForWebhooks(tx, connection.id, parts);
  return id;
}

async function refuseBeyondLimit(tx: Tx, whose: { userId: string; now: Date }): Promise<void> {
  const allowed = await readEntitlements(tx, whose);
  const refusal = creationRefusal(allowed, allowed.total);
  if (!refusal) return;
  throw new AppError(refusal, {
    details: { configurationCount: allowed.total, configurationLimit: allowed.limit },
  });
}
