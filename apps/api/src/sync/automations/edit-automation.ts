import type { Automation, EditAutomation } from '@picksync/contracts';
import type { Automation as AutomationRow, Tx } from '@picksync/db';
import { recordChange } from '../activity/activity.store.ts';
import { assertSameAccount } from '../smartsheet/with-smartsheet.ts';
import { answeredInForm, automationChange } from './automation-change.ts';
import {
  type AutomationDeps,
  readAutomation,
  requireAutomation,
  updateAutomation,
  type WhichAutomation,
} from './automations.ts';
import { claimTarget } from './claim-target.ts';
import { writeLink } from './column-loops.ts';
import { type FoundColumns, lookUpEdit, namedEdit } from './look-up-edit.ts';
import { assertMayActivate, lockAutomations } from './plan-limit.ts';
import { assertSettingsAllowed, changedSettings } from './settings.ts';
import { requestSync, requestWebhooks } from './sync-requests.ts';

/**
 * Pauses, activates or changes an automation, and requests a sync when a run may have another result now. Returns the
 * automation as it is afterwards. Throws `plan_required` for added settings that the plan does not have.
 */
export async function editAutomation(
  which: WhichAutomation,
  edit: EditAutomation,
  deps: AutomationDeps,
): Promise<Automation> {
  const found = await lookUpEdit(await requireAutomation(deps.db, which), edit, deps);
  await claimTarget(() => deps.db.$transaction((tx) => apply(tx, { which, edit, found }, deps)));
  return readAutomation(which, deps);
}

type ApplyInput = { which: WhichAutomation; edit: EditAutomation; found: FoundColumns | null };

async function apply(tx: Tx, { which, edit: given, found }: ApplyInput, deps: AutomationDeps): Promise<void> {
  await lockAutomations(tx, which.userId);
  if (found) await assertSameAccount(tx, found.connection);
  const row = await requireAutomation(tx, which);
  const { columns, edit } = namedEdit(given, found);
  const { isToggled, affectsRuns, data: change } = automationChange({ row, edit, columns });
  if (Object.keys(change).length === 0) return;
  const data = { ...change, ...(affectsRuns && answeredInForm(edit, deps.now())) };
  await assertEditAllowed(tx, { row, edit, isActivated: isToggled && edit.isActive === true }, deps);
  const write = () => updateAutomation(tx, { ...which, data });
  const mayCloseLoop = columns !== null || edit.mode !== undefined || isToggled;
  const isActive = edit.isActive ?? row.isActive;
  const changed = await (mayCloseLoop ? writeLink(tx, { isActive }, write) : write());
  await recordChange(tx, entryOf(changed, { isToggled, at: deps.now() }));
  if (!affectsRuns) return;
  if (changed.isActive) {
    await requestSync(tx, { connectionId: row.connectionId, automationId: row.id }, deps);
  }
  await requestWebhooks(tx, row.connectionId, deps);
}

async function assertEditAllowed(
  tx: Tx,
  { row, edit, isActivated }: { row: AutomationRow; edit: EditAutomation; isActivated: boolean },
  { now }: AutomationDeps,
): Promise<void> {
  const { userId } = row;
  if (isActivated) await assertMayActivate(tx, { userId, now: now() });
  const { before, after } = changedSettings(row, edit) ?? {};
  if (after) await assertSettingsAllowed(tx, { settings: after, before: before ?? null, userId, now: now() });
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
