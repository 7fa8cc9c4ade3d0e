import type { Automation, EditAutomation } from '@picksync/contracts';
import type { Automation as AutomationRow, SmartsheetConnection, Tx } from '@picksync/db';
import { recordChange } from '../activity/activity.store.ts';
import { assertSameAccount, withSmartsheet } from '../connection/with-smartsheet.ts';
import { automationChange } from './automation-change.ts';
import {
  type AutomationDeps,
  readAutomation,
  requireAutomation,
  updateAutomation,
  type WhichAutomation,
} from './automations.ts';
import { claimTarget } from './claim-target.ts';
import { choiceAfter, isSameChoice } from './column-choice.ts';
import { assertNoLoop } from './column-loops.ts';
import { lookUpColumns, type NamedColumns } from './look-up-columns.ts';
import { assertMayActivate, lockAutomations } from './plan-limit.ts';
import { requestSync, requestWebhooks } from './sync-requests.ts';

/**
 * Pauses, activates or changes an automation, and requests a sync when a run may come out differently now. Returns the
 * automation as it is afterwards.
 */
export async function editAutomation(
  which: WhichAutomation,
  edit: EditAutomation,
  deps: AutomationDeps,
): Promise<Automation> {
  const found = await columnsAfter(which, edit, deps);
  await claimTarget(() => deps.db.$transaction((tx) => apply(tx, { which, edit, found }, deps)));
  return readAutomation(which, deps);
}

/** Columns, and the connection they were looked up with. */
type FoundColumns = { columns: NamedColumns; connection: SmartsheetConnection };

/** Returns the columns after an edit that changes them, looked up at Smartsheet; null for any other edit. */
async function columnsAfter(
  which: WhichAutomation,
  edit: EditAutomation,
  deps: AutomationDeps,
): Promise<FoundColumns | null> {
  const before = await requireAutomation(deps.db, which);
  const choice = choiceAfter(edit, before);
  if (isSameChoice(choice, before)) return null;
  return withSmartsheet(which.userId, deps, async (client, connection) => ({
    connection,
    columns: await lookUpColumns(client, choice),
  }));
}

type ApplyInput = { which: WhichAutomation; edit: EditAutomation; found: FoundColumns | null };

async function apply(tx: Tx, { which, edit, found }: ApplyInput, deps: AutomationDeps): Promise<void> {
  await lockAutomations(tx, which.userId);
  if (found) await assertSameAccount(tx, found.connection);
  const columns = found?.columns ?? null;
  const row = await requireAutomation(tx, which);
  const { isToggled, affectsRuns, data } = automationChange({ row, edit, columns });
  if (Object.keys(data).length === 0) return;
  if (isToggled && edit.isActive) await assertMayActivate(tx, { userId: which.userId, now: deps.now() });
  const changed = await updateAutomation(tx, { ...which, data });
  if (columns || edit.mode || isToggled) await assertNoLoop(tx, changed);
  await recordChange(tx, entryOf(changed, { isToggled, at: deps.now() }));
  if (!affectsRuns) return;
  if (changed.isActive) {
    await requestSync(tx, { connectionId: row.connectionId, automationId: row.id }, deps);
  }
  await requestWebhooks(tx, row.connectionId, deps);
}

const entries = {
  edited: { action: 'edit_automation', status: 'success', details: 'The automation was changed.' },
  activated: { action: 'activate_automation', status: 'success', details: 'The automation was activated.' },
  paused: { action: 'pause_automation', status: 'info', details: 'The automation was paused.' },
} as const;

function entryOf(row: AutomationRow, { isToggled, at }: { isToggled: boolean; at: Date }) {
  const { userId, id, name, isActive } = row;
  const entry = isToggled ? entries[isActive ? 'activated' : 'paused'] : entries.edited;
  return { ...entry, userId, automation: { id, name }, at };
}
