import type { Automation, CreateAutomation } from '@picksync/contracts';
import type { SmartsheetConnection, Tx } from '@picksync/db';
import { recordActivity } from '../activity/activity.store.ts';
import { withSmartsheet } from '../connection/account-client.ts';
import { settingColumns } from './automation-columns.ts';
import { createAutomation } from './automations.store.ts';
import { type AutomationParts, readAutomation } from './automations.ts';
import { lockAutomations, refuseCreation } from './limits.ts';
import { lookUpColumns, type Place } from './live-columns.ts';
import { askForSync, askForWebhooks } from './sync-requests.ts';
import { assertNoLoop, claimTarget } from './target-claims.ts';

/**
 * Makes an automation and asks for its first sync. Its columns are looked at first: what is called what, and whether
 * the target may be filled, is Smartsheet's word and not the browser's.
 */
export async function makeAutomation(
  userId: string,
  body: CreateAutomation,
  parts: AutomationParts,
): Promise<Automation> {
  const { connection, place } = await withSmartsheet(userId, parts, async (client, itself) => ({
    connection: itself,
    place: await lookUpColumns(client, body),
  }));
  const id = await claimTarget(() =>
    parts.db.$transaction((tx) => insert(tx, { userId, connection, body, place }, parts)),
  );
  return readAutomation({ userId, id }, parts);
}

type Making = {
  userId: string;
  connection: SmartsheetConnection;
  body: CreateAutomation;
  place: Place;
};

async function insert(tx: Tx, { userId, connection, body, place }: Making, parts: AutomationParts) {
  const at = parts.now();
  await lockAutomations(tx, userId);
  await refuseCreation(tx, { userId, now: at });
  const row = await createAutomation(tx, {
    userId,
    connectionId: connection.id,
    name: body.name,
    ...place,
    ...settingColumns(body),
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
    details: `${place.targetColumnName} in ${place.sheetName} follows ${place.sourceColumnName} in ${place.sourceSheetName}.`,
    at,
  });
  await askForSync(tx, { connectionId: connection.id, automationId: id }, parts);
  await askForWebhooks(tx, connection.id, parts);
  return id;
}
