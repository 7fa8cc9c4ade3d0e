import {
  AppError,
  automationSettings,
  type Preview,
  type PreviewDraft,
  supportedSettings,
} from '@picksync/contracts';
import type { Automation, SmartsheetConnection } from '@picksync/db';
import { requireAutomation, type WhichAutomation } from '../automations/automations.ts';
import { assertTargetIsFree } from '../automations/claim-target.ts';
import { choiceOf } from '../automations/column-choice.ts';
import { assertClosesNoLoop } from '../automations/column-loops.ts';
import { assertMayCreate } from '../automations/plan-limit.ts';
import { type SmartsheetDeps, withSmartsheet } from '../connection/with-smartsheet.ts';
import { type LookDeps, lookAhead } from './look-ahead.ts';

export type PreviewDeps = SmartsheetDeps & Omit<LookDeps, 'client'>;

/** Returns what a sync of an automation would do now. Reads only; nothing of it is kept. */
export async function previewAutomation(which: WhichAutomation, deps: PreviewDeps): Promise<Preview> {
  const row = await requireAutomation(deps.db, which);
  const settings = supportedSettings(row);
  if (settings === null) {
    throw new AppError('unavailable', {
      message: 'A newer version of Picksync saved this automation. Please try again in a few minutes.',
    });
  }
  const { approvedReview } = row;
  return withSmartsheet(which.userId, deps, (client) =>
    lookAhead({ choice: choiceOf(row), settings, approvedReview }, { ...deps, client }),
  );
}

/**
 * Returns what a sync would do if the draft were saved: as a new automation, or as a change of the one it names. Throws
 * what saving it would throw, and saves nothing.
 */
export async function previewDraft(
  { userId, draft }: { userId: string; draft: PreviewDraft },
  deps: PreviewDeps,
): Promise<Preview> {
  const { automationId } = draft;
  const edited = automationId ? await requireAutomation(deps.db, { userId, id: automationId }) : null;
  return withSmartsheet(userId, deps, async (client, connection) => {
    if (!edited) await assertMayCreate(deps.db, { userId, now: deps.now() });
    const settings = automationSettings.parse(draft);
    const preview = await lookAhead(
      { choice: choiceOf(draft), settings, approvedReview: null },
      { ...deps, client },
    );
    // As when it is saved, only who may fill the column learns whether somebody does.
    await assertMayBeSaved({ draft, edited, connection }, deps);
    return preview;
  });
}

type Candidate = { draft: PreviewDraft; edited: Automation | null; connection: SmartsheetConnection };

async function assertMayBeSaved(
  { draft, edited, connection: { id: connectionId, region } }: Candidate,
  { db }: PreviewDeps,
): Promise<void> {
  const id = edited?.id ?? null;
  const isActive = edited?.isActive ?? true;
  const link = { ...choiceOf(draft), mode: draft.mode };
  if (isActive) await assertTargetIsFree(db, { ...link, region, exceptId: id });
  await assertClosesNoLoop(db, { ...link, id, connectionId, isActive });
}
