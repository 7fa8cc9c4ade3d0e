import { AppError, type CreateRule, isolated, maxRules, type Rule } from '@picksync/contracts';
import type { SmartsheetConnection } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockEnabledUser } from '../../base/lock-user.ts';
import { recordActivity } from '../activity/activity.store.ts';
import { assertSettingsAllowed } from '../automations/settings.ts';
import { assertSameAccount, withSmartsheet } from '../smartsheet/with-smartsheet.ts';
import { readRule } from './list-rules.ts';
import {
  assertHasRules,
  type FoundPlace,
  type FoundSource,
  lookUpPlace,
  lookUpSource,
} from './look-up-rule.ts';
import { requestLook } from './rules.store.ts';

/**
 * Creates a rule and requests its first look, which creates the automations. Throws `plan_required`, `too_many_rules`,
 * `place_not_found`, `too_many_folders`, and what looking the source up throws.
 */
export async function createRule(
  context: Context,
  { userId, body }: { userId: string; body: CreateRule },
): Promise<Rule> {
  const { db, now } = context;
  await assertHasRules(db, { userId, now: now() });
  await assertSettingsAllowed(db, { settings: body, before: null, userId, now: now() });
  const found = await withSmartsheet(context, userId, async (client, connection) => {
    const [source, place] = await Promise.all([lookUpSource(client, body), lookUpPlace(client, body)]);
    return { connection, source, place };
  });
  const id = await insert(context, { userId, body, ...found });
  return readRule(context, { userId, id });
}

type Insert = {
  userId: string;
  body: CreateRule;
  source: FoundSource;
  place: FoundPlace;
  connection: SmartsheetConnection;
};

function insert(
  context: Context,
  { userId, body, connection, source, place: { names: placeNames, tree } }: Insert,
): Promise<string> {
  const {
    name,
    workspaceId: _,
    excludedSheetIds,
    chosenColumns,
    takenOverSheetIds,
    newSheets,
    ...draft
  } = body;
  const { placeKind, placeId, includesSubfolders, columnTitle, sourceSheetId, sourceColumnId, ...rest } =
    draft;
  const names = { ...source.names, ...placeNames };
  const at = context.now();
  return context.db.$transaction(async (tx) => {
    await lockEnabledUser(tx, userId);
    await assertSameAccount(tx, connection);
    if ((await tx.rule.count({ where: { userId } })) >= maxRules) throw new AppError('too_many_rules');
    const { id } = await tx.rule.create({
      data: {
        userId,
        name,
        placeKind,
        placeId,
        includesSubfolders,
        columnTitle,
        sourceSheetId,
        sourceColumnId,
        newSheets,
        ...names,
        settings: { ...rest, ...source.settings },
        sheetCount: tree.sheets.length,
        folderCount: tree.folders,
        unreadableFolders: tree.unreadableFolders,
        createdAt: at,
      },
    });
    const chosen = new Map(chosenColumns.map(({ sheetId, columnId }) => [sheetId, columnId]));
    const [excluded, takenOver] = [new Set(excludedSheetIds), new Set(takenOverSheetIds)];
    await tx.ruleMatch.createMany({
      data: tree.sheets.map((sheet) => ({
        ruleId: id,
        userId,
        sheetId: sheet.id,
        sheetName: sheet.name,
        firstSeenAt: at,
        sheetPermalink: sheet.permalink,
        sheetCreatedAt: sheet.createdAt,
        ...(excluded.has(sheet.id) && { isExcluded: true, state: 'excluded' }),
        chosenColumnId: chosen.get(sheet.id) ?? null,
        isTakenOver: takenOver.has(sheet.id),
      })),
    });
    await recordActivity(tx, {
      userId,
      automation: { id: null, name },
      action: 'create_automation',
      status: 'success',
      details: `Every column called ${isolated(columnTitle)} in ${isolated(names.placeName)} follows ${isolated(names.sourceColumnName)} in ${isolated(names.sourceSheetName)}.`,
      at,
    });
    await requestLook(context, tx, id);
    return id;
  });
}
