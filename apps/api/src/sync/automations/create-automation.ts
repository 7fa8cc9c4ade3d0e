import {
  AppError,
  type Automation,
  type CreateAutomation,
  getSettingsVersion,
  isolated,
} from '@picksync/contracts';
import type { SmartsheetConnection, Tx } from '@picksync/db';
import { assessConnection, assessHealth } from '@picksync/sync-engine';
import type { Context } from '../../base/context.ts';
import { lockEnabledUser } from '../../base/lock-user.ts';
import { recordActivity } from '../activity/activity.store.ts';
import { assertSameAccount, withSmartsheet } from '../smartsheet/with-smartsheet.ts';
import { toFormAnswer } from './automation-change.ts';
import { readAutomation } from './automations.ts';
import { claimTarget } from './claim-target.ts';
import { saveAutomationUnlessCycle } from './cycle-check.ts';
import type { Idempotency } from './idempotency.ts';
import { fillsContacts, lookUpColumns, toTargetVersion } from './look-up-columns.ts';
import { assertMayCreate } from './plan-limit.ts';
import { recordCreation } from './record-changes.ts';
import { assertSettingsAllowed, toSettingRow } from './settings.ts';
import { requestSync, requestWebhooks } from './sync-requests.ts';

/**
 * Creates an automation and requests its first sync. Its columns are looked up first: their names, and whether the
 * target may be filled, come from Smartsheet and not from the browser. Throws what looking them up throws, what
 * `assertMayCreate` throws, `plan_required` for settings that the plan does not have, and `idempotency_key_spent` when what
 * an earlier request with the same key created has been deleted.
 */
export async function createAutomation(
  context: Context,
  { userId, body, idempotency, groupId, keyId, ofRule }: CreateInput,
): Promise<Created> {
  const earlier = await idempotency?.find(context.db);
  if (earlier) return readCreated(context, { userId, id: earlier, isRepeated: true });
  const now = context.now();
  // Checked again under a lock when it is created. Checking here saves the calls when the plan is full.
  const refused = await assertMayCreate(context.db, { userId, now }).catch((error: unknown) => ({ error }));
  if (refused) {
    // A request with the same key may have taken the last place meanwhile.
    const made = await idempotency?.find(context.db);
    if (made) return readCreated(context, { userId, id: made, isRepeated: true });
    throw refused.error;
  }
  await assertSettingsAllowed(context.db, { settings: body, before: null, userId, now });
  const found = await withSmartsheet(context, userId, async (client, connection) => ({
    connection,
    ...(await lookUpColumns(client, body, body)),
  }));
  const { id, isRepeated } = await claimTarget(() =>
    context.db.$transaction((tx) =>
      insert(context, tx, { userId, body, idempotency, groupId, keyId, ofRule, ...found }),
    ),
  );
  return readCreated(context, { userId, id, isRepeated });
}

async function readCreated(
  context: Context,
  { userId, id, isRepeated }: { userId: string; id: string; isRepeated: boolean },
): Promise<Created> {
  const automation = await readAutomation(context, { userId, id }).catch((error: unknown) => {
    const isDeleted = isRepeated && error instanceof AppError && error.code === 'not_found';
    throw isDeleted ? new AppError('idempotency_key_spent', { cause: error }) : error;
  });
  return { isRepeated, automation };
}

type CreateInput = {
  userId: string;
  body: CreateAutomation;
  idempotency?: Idempotency | undefined;
  /** The same for all that are created by one request: their entries are shown as one. */
  groupId?: string | undefined;
  /** The API key by which a program does it. */
  keyId?: string | undefined;
  ofRule?: OfRule | undefined;
};

/** The rule that creates it. */
export type OfRule = {
  ruleId: string;
  /** What the activity says of it. */
  details: string;
  /** Throws where it may not be created any more, under the lock. */
  begin: (tx: Tx) => Promise<void>;
  /** Records it at its sheet, in the same transaction. What it throws undoes the creation. */
  record: (tx: Tx, automationId: string) => Promise<void>;
};

/** `isRepeated`: an earlier request with the same `Idempotency-Key` has created it. */
type Created = { automation: Automation; isRepeated: boolean };

/** The settings are those of the body, with the names of their columns. */
type InsertInput = CreateInput & { connection: SmartsheetConnection } & Awaited<
    ReturnType<typeof lookUpColumns>
  >;

async function insert(
  context: Context,
  tx: Tx,
  { userId, connection, body, columns, settings, seen, idempotency, groupId, keyId, ofRule }: InsertInput,
): Promise<{ id: string; isRepeated: boolean }> {
  const at = context.now();
  await lockEnabledUser(tx, userId);
  // Under the lock: of two equal requests at once, the second sees what the first has created.
  const earlier = await idempotency?.find(tx);
  if (earlier) return { id: earlier, isRepeated: true };
  await assertSameAccount(tx, connection);
  await ofRule?.begin(tx);
  await assertMayCreate(tx, { userId, now: at });
  const data = {
    userId,
    connectionId: connection.id,
    name: body.name,
    ...columns,
    ...toSettingRow({ ...body, ...settings }),
    settingsVersion: Math.max(getSettingsVersion(body), toTargetVersion(seen, body)),
    fillsContacts: fillsContacts(seen, body),
    ...toFormAnswer(body, at),
    health: assessNew(context, { connection, body, settings, seen }),
    healthCheckedAt: at,
    lastUpdated: null,
    ruleId: ofRule?.ruleId ?? null,
    createdAt: at,
  };
  const row = await saveAutomationUnlessCycle(tx, { isActive: true }, () => tx.automation.create({ data }));
  const { id, name } = row;
  await ofRule?.record(tx, id);
  await recordActivity(tx, {
    userId,
    automation: { id, name },
    action: 'create_automation',
    status: 'success',
    details:
      ofRule?.details ??
      `${isolated(columns.targetColumnName)} in ${isolated(columns.sheetName)} follows ${isolated(columns.sourceColumnName)} in ${isolated(columns.sourceSheetName)}.`,
    groupId,
    keyId,
    isBySystem: ofRule !== undefined,
    at,
  });
  await recordCreation(tx, { row, keyId });
  await requestSync(context, tx, { connectionId: connection.id, automationId: id, reason: 'creation' });
  await requestWebhooks(context, tx, connection.id);
  await idempotency?.record(tx, { automationId: id, createdAt: at });
  return { id, isRepeated: false };
}

type Assessed = Pick<InsertInput, 'connection' | 'body' | 'settings' | 'seen'>;

/**
 * Returns what the look at both sheets says of an automation that is being created, as a check would: its page does not begin
 * with "not looked at yet". Whether its target is taken, or it closes a loop, is refused in the same transaction.
 */
function assessNew({ settings: { optionLimits } }: Context, { connection, body, settings, seen }: Assessed) {
  const health = assessHealth({
    automation: { ...body, ...settings },
    source: seen.source ?? 'gone',
    target: seen.target ?? 'gone',
    isTaken: false,
    isLoop: false,
    isContested: false,
    isLicensed: connection.licensed,
    maxOptions: optionLimits.maxOptions,
    lastWarnings: [],
  });
  return [...assessConnection(connection), ...health];
}
