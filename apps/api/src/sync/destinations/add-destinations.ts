import { randomUUID } from 'node:crypto';
import {
  type AddedDestination,
  AppError,
  type AutomationSettings,
  type CreateAutomation,
  type endpoints,
  type Parsed,
  toAutomationName,
} from '@picksync/contracts';
import type { Automation } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { requireAutomation } from '../automations/automations.ts';
import { createAutomation } from '../automations/create-automation.ts';
import { readIdempotency } from '../automations/idempotency.ts';
import { assertMayCreate } from '../automations/plan-limit.ts';
import { requireSettings } from '../automations/settings.ts';
import { withReadsOnce } from '../smartsheet/with-reads-once.ts';
import { connectionErrors, readSheetDefinition, withSmartsheet } from '../smartsheet/with-smartsheet.ts';

type Body = Parsed<typeof endpoints.automations.addDestinations>['body'];
type Destination = Body['destinations'][number];

/**
 * Creates an automation for each destination, with the source and the settings of an existing one. A destination that
 * is refused does not affect the others, and the plan's limit is checked for each. Throws `not_found`, and errors that
 * concern the account before anything was created.
 */
export async function addDestinations(
  context: Context,
  { userId, body, key }: { userId: string; body: Body; key: unknown },
): Promise<{ results: AddedDestination[]; isRepeated: boolean }> {
  const like = await requireAutomation(context.db, { userId, id: body.automationId });
  const settings = requireSettings(like);
  // The source is read once for all of them, and so is a sheet with two destinations.
  const once = withReadsOnce(context);
  const results: AddedDestination[] = [];
  const groupId = randomUUID();
  let isRepeated = true;
  for (const [index, destination] of body.destinations.entries()) {
    const draft = { userId, like, settings, destination, isAmbiguous: isDuplicate(body, index) };
    const idempotency = readIdempotency(context, { userId, key, body, place: index });
    try {
      // Checked before a sheet is looked up, unless an earlier request has created this one: then that is returned
      // again.
      if (!(await idempotency?.find(context.db)))
        await assertMayCreate(context.db, { userId, now: context.now() });
      const { automation, isRepeated: wasThere } = await createAutomation(once, {
        userId,
        body: await findDraft(once, draft),
        idempotency,
        groupId,
      });
      isRepeated &&= wasThere;
      results.push({ ...destination, configuration: automation, error: null });
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'idempotency_key_reused') throw error;
      const isOver = connectionErrors.includes(error.code);
      if (isOver && results.every(({ configuration }) => configuration === null)) throw error;
      const { code, message } = error;
      for (const refused of isOver ? body.destinations.slice(index) : [destination])
        results.push({ ...refused, configuration: null, error: { code, message } });
      if (isOver) break;
      isRepeated = false;
    }
  }
  return { results, isRepeated };
}

/** Returns whether another destination of the request is in the same sheet. */
function isDuplicate({ destinations }: Body, index: number): boolean {
  const sheetId = destinations[index]?.sheetId;
  return destinations.some((other, place) => place !== index && other.sheetId === sheetId);
}

type Draft = {
  userId: string;
  like: Automation;
  settings: AutomationSettings;
  destination: Destination;
  isAmbiguous: boolean;
};

/** Returns what the form would send. The names of sheets and columns come from Smartsheet when it is created. */
async function findDraft(
  context: Context,
  { userId, like, settings, destination, isAmbiguous }: Draft,
): Promise<CreateAutomation> {
  const { sheetId, targetColumnId } = destination;
  const { sourceSheetId, sourceSheetName, sourceColumnId, sourceColumnName } = like;
  // The creation below reports the error of a sheet that cannot be read.
  const read = withSmartsheet(context, userId, (client) => readSheetDefinition(client, sheetId));
  const sheet = await read.catch(() => null);
  const column = sheet?.columns.find(({ id }) => id === targetColumnId)?.title ?? '';
  const sheetName = sheet?.name ?? '';
  const place = isAmbiguous ? `${sheetName}, ${column}` : sheetName;
  return {
    name: toAutomationName(sourceSheetName ?? sourceColumnName, place),
    sheetId,
    sheetName,
    targetColumnId,
    targetColumnName: column,
    sourceSheetId,
    sourceSheetName,
    sourceColumnId,
    sourceColumnName,
    ...settings,
  };
}
