import { type AutomationSettings, type PreviewDraft, supportedSettings } from '@picksync/contracts';
import type { Automation, SmartsheetConnection } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { assertTargetIsFree } from '../automations/claim-target.ts';
import { getChoice } from '../automations/column-choice.ts';
import { assertClosesNoLoop } from '../automations/column-loops.ts';
import { assertMayCreate } from '../automations/plan-limit.ts';
import { assertSettingsAllowed } from '../automations/settings.ts';

/**
 * Throws the errors of saving a draft that need no look at Smartsheet: the limits of the plan, and settings that
 * exclude each other.
 */
export async function assertDraftAllowed(
  context: Context,
  { userId, settings, edited }: { userId: string; settings: AutomationSettings; edited: Automation | null },
): Promise<void> {
  const now = context.now();
  if (!edited) await assertMayCreate(context.db, { userId, now });
  const before = edited && supportedSettings(edited);
  await assertSettingsAllowed(context.db, { settings, before, userId, now });
}

type Candidate = { draft: PreviewDraft; edited: Automation | null; connection: SmartsheetConnection };

/** Throws `column_taken` and `automation_loop` as saving a draft does. */
export async function assertDraftFits(
  context: Context,
  { draft, edited, connection: { id: connectionId, region } }: Candidate,
): Promise<void> {
  const id = edited?.id ?? null;
  const isActive = edited?.isActive ?? true;
  const link = { ...getChoice(draft), mode: draft.mode };
  if (isActive) await assertTargetIsFree(context.db, { ...link, region, exceptId: id });
  await assertClosesNoLoop(context.db, { ...link, id, connectionId, isActive });
}
