import { AppError, type AutomationSettings, type CreateRule } from '@picksync/contracts';
import type { Db, Rule } from '@picksync/db';
import { type SmartsheetClient, SmartsheetError } from '@picksync/smartsheet-client';
import { findPlanName } from '../../base/plans.store.ts';
import { readEntitlements } from '../../base/read-entitlements.ts';
import {
  assertHasCells,
  findExisting,
  getSourceNames,
  nameSettings,
} from '../automations/look-up-columns.ts';
import { readSourceDefinition } from '../smartsheet/with-smartsheet.ts';
import { browsePlace, type PlaceTree } from './browse-place.ts';

/** Throws `plan_required` where the plan of a user has no rules. */
export async function assertHasRules(db: Db, user: { userId: string; now: Date }): Promise<void> {
  const { advancedAutomation, limit } = await readEntitlements(db, user);
  if (advancedAutomation) return;
  const premium = await findPlanName(db, 'premium');
  throw new AppError('plan_required', {
    message: `Every sheet in a folder belongs to ${premium}. On your plan, choose the columns one by one, up to ${limit}.`,
  });
}

type Wanted = Pick<
  CreateRule,
  'placeKind' | 'placeId' | 'workspaceId' | 'includesSubfolders' | 'sourceSheetId' | 'sourceColumnId'
> &
  Pick<AutomationSettings, 'sourceKind' | 'filters' | 'labelTemplate' | 'addressColumn'>;

/** What Smartsheet says of the source of a rule. */
export type FoundSource = {
  names: { sourceSheetName: string; sourceColumnName: string };
  settings: Pick<AutomationSettings, 'filters' | 'labelTemplate' | 'addressColumn'>;
};

/** What Smartsheet says of the place of a rule. */
export type FoundPlace = { names: { placeName: string } & FoundWorkspace; tree: PlaceTree };

type FoundWorkspace = Pick<Rule, 'workspaceId' | 'workspaceName'>;

const unknownWorkspace: FoundWorkspace = { workspaceId: null, workspaceName: null };

/** Looks up the source and the columns of the settings of a rule. Throws as `createRule` does. */
export async function lookUpSource(client: SmartsheetClient, wanted: Wanted): Promise<FoundSource> {
  const source = await findExisting(readSourceDefinition(client, wanted));
  const { sourceSheetName, sourceColumnName } = getSourceNames(source, wanted);
  assertHasCells(source, wanted);
  return { names: { sourceSheetName, sourceColumnName }, settings: nameSettings(source, wanted) };
}

/** Looks up the place of a rule. Throws as `createRule` does. */
export async function lookUpPlace(client: SmartsheetClient, wanted: Wanted): Promise<FoundPlace> {
  const place = { kind: wanted.placeKind, id: wanted.placeId };
  const tree = await browsePlace(client, { place, includesSubfolders: wanted.includesSubfolders });
  const { name: placeName } = await client.places.metadata({ place });
  return { names: { placeName, ...(await findWorkspace(client, wanted)) }, tree };
}

/** Returns the workspace that a folder lies in; nulls where nobody said which, or it cannot be read: it is only shown. */
async function findWorkspace(
  client: SmartsheetClient,
  { placeKind, workspaceId: id }: Wanted,
): Promise<FoundWorkspace> {
  if (placeKind === 'workspace' || id === undefined) return unknownWorkspace;
  try {
    const { name } = await client.places.metadata({ place: { kind: 'workspace', id } });
    return { workspaceId: id, workspaceName: name };
  } catch (error) {
    if (error instanceof SmartsheetError && error.reason === 'not_found') return unknownWorkspace;
    throw error;
  }
}
