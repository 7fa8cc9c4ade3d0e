import {
  type AddedDestination,
  AppError,
  type AutomationSettings,
  type CreateAutomation,
  type ErrorCode,
  type endpoints,
  maxAutomationNameLength,
  type Parsed,
  type Automation as View,
} from '@picksync/contracts';
import type { Automation } from '@picksync/db';
import type { KeyedHash } from '../../base/keyed-hash.ts';
import { type AutomationDeps, requireAutomation } from '../automations/automations.ts';
import { type Idempotency, idempotencyOf } from '../automations/idempotency.ts';
import { assertMayCreate } from '../automations/plan-limit.ts';
import { requireSettings } from '../automations/settings.ts';
import { readSheetDefinition } from '../sheets/read-sheet-definition.ts';
import { withSmartsheet } from '../smartsheet/with-smartsheet.ts';
import { readingOnce } from './reading-once.ts';

/** Creates one automation, as the form does. */
type Create = (
  input: { userId: string; body: CreateAutomation; idempotency: Idempotency | undefined },
  deps: AutomationDeps,
) => Promise<{ automation: View; isRepeated: boolean }>;

export type AddDeps = AutomationDeps & { keyedHash: KeyedHash; createAutomation: Create };

type Body = Parsed<typeof endpoints.automations.addDestinations>['body'];
type Destination = Body['destinations'][number];

/** Errors that concern the account and not one destination: the others need not be tried. */
const endsAll: readonly ErrorCode[] = [
  'smartsheet_not_connected',
  'smartsheet_needs_reconnect',
  'smartsheet_account_changed',
  'smartsheet_busy',
  'smartsheet_paced',
  'smartsheet_unavailable',
];

type Added = { results: AddedDestination[]; isRepeated: boolean };

/**
 * Creates an automation for each destination, with the source and the settings of an existing one. A destination that
 * is refused does not affect the others, and the plan's limit is checked for each. Throws `not_found`, and errors that
 * concern the account before anything was created.
 */
export async function addDestinations(
  { userId, body, key }: { userId: string; body: Body; key: unknown },
  deps: AddDeps,
): Promise<Added> {
  const like = await requireAutomation(deps.db, { userId, id: body.automationId });
  const settings = requireSettings(like);
  // The source is read once for all of them, and so is a sheet with two destinations.
  const once = { ...deps, openClient: readingOnce(deps.openClient) };
  const results: AddedDestination[] = [];
  let isRepeated = true;
  for (const [index, destination] of body.destinations.entries()) {
    const draft = { userId, like, settings, destination, isAmbiguous: isSecondOf(body, index) };
    const idempotency = idempotencyOfPlace({ userId, key, body, index }, deps);
    try {
      // Checked before a sheet is looked up, unless an earlier request has created this one: then that is returned
      // again.
      if (!(await idempotency?.find(deps.db))) await assertMayCreate(deps.db, { userId, now: deps.now() });
      const { automation, isRepeated: wasThere } = await deps.createAutomation(
        { userId, body: await draftOf(draft, once), idempotency },
        once,
      );
      isRepeated &&= wasThere;
      results.push({ ...destination, configuration: automation, error: null });
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'idempotency_key_reused') throw error;
      const isOver = endsAll.includes(error.code);
      if (isOver && results.every(({ configuration }) => configuration === null)) throw error;
      const refused = isOver ? body.destinations.slice(index) : [destination];
      results.push(...refused.map((one) => refusal(one, error)));
      if (isOver) break;
      isRepeated = false;
    }
  }
  return { results, isRepeated };
}

function refusal(destination: Destination, { code, message }: AppError): AddedDestination {
  return { ...destination, configuration: null, error: { code, message } };
}

/**
 * Returns the idempotency of one destination of the request: what was refused is tried again, and nothing is created
 * twice.
 */
function idempotencyOfPlace(
  { userId, key, body, index }: { userId: string; key: unknown; body: Body; index: number },
  deps: AddDeps,
) {
  // The key is checked as it was sent. Below it is made different from the keys of automations that are created one by
  // one.
  if (idempotencyOf({ userId, key, body }, deps) === undefined) return undefined;
  const keyOfPlace = deps.keyedHash('idempotent-place', `${index} ${key}`);
  return idempotencyOf({ userId, key: keyOfPlace, body }, deps);
}

/** Returns whether another destination of the request is in the same sheet. */
function isSecondOf({ destinations }: Body, index: number): boolean {
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
async function draftOf(
  { userId, like, settings, destination, isAmbiguous }: Draft,
  deps: AddDeps,
): Promise<CreateAutomation> {
  const { sheetId, targetColumnId } = destination;
  const { sourceSheetId, sourceSheetName, sourceColumnId, sourceColumnName } = like;
  // The creation below reports the error of a sheet that cannot be read.
  const sheet = await withSmartsheet(userId, deps, (client) => readSheetDefinition(client, sheetId)).catch(
    () => null,
  );
  const column = sheet?.columns.find(({ id }) => id === targetColumnId)?.title ?? '';
  const sheetName = sheet?.name ?? '';
  const place = isAmbiguous ? `${sheetName}, ${column}` : sheetName;
  return {
    name: `${sourceSheetName ?? sourceColumnName} into ${place}`.slice(0, maxAutomationNameLength).trim(),
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
