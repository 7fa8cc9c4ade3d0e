import {
  AppError,
  type AutomationSettings,
  automationSettings,
  type HealthReport,
  healthFindingsOf,
  type PeriodicReason,
  type PreviewDraft,
  periodicReasonOf,
  type StoredFinding,
  webhookFinding,
} from '@picksync/contracts';
import type { SmartsheetConnection } from '@picksync/db';
import { readLicense } from '@picksync/smartsheet-account';
import type { SmartsheetClient } from '@picksync/smartsheet-client';
import {
  assessConnection,
  assessHealth,
  lookAtDefinitions,
  recentOutsideChanges,
  refusedConnection,
} from '@picksync/sync-engine';
import { readEntitlements } from '../../base/entitlements.ts';
import { updateAutomationRow } from '../automations/automations.store.ts';
import { requireAutomation, type WhichAutomation } from '../automations/automations.ts';
import { isTargetTakenByAnother } from '../automations/claim-target.ts';
import { type ColumnChoice, choiceOf } from '../automations/column-choice.ts';
import { wouldCloseLoop } from '../automations/column-loops.ts';
import { findConnection } from '../smartsheet/find-connection.store.ts';
import { type SmartsheetDeps, withSmartsheet } from '../smartsheet/with-smartsheet.ts';
import { type CompareDeps, compareWebhooks } from '../webhooks/compare-webhooks.ts';
import { findWebhookOfSheet } from '../webhooks/webhooks.store.ts';

export type HealthCheckDeps = SmartsheetDeps &
  CompareDeps & {
    optionLimits: { maxOptions: number };
    /** Whether Smartsheet can deliver callbacks to this site. */
    canReceiveCallbacks: boolean;
  };

type Subject = {
  userId: string;
  /** Null for one that is not there yet. */
  id: string | null;
  choice: ColumnChoice;
  settings: Pick<AutomationSettings, 'mode' | 'filters' | 'labelTemplate'>;
  isActive: boolean;
  /** Whether its source should have a webhook by now. */
  isWatched: boolean;
  outsideChanges: Date[];
};

/** Returns the findings for a draft: as a new automation, or as a change of the one it names. Stores nothing. */
export async function checkDraft(
  { userId, draft }: { userId: string; draft: PreviewDraft },
  deps: HealthCheckDeps,
): Promise<HealthReport> {
  const { automationId } = draft;
  const edited = automationId ? await requireAutomation(deps.db, { userId, id: automationId }) : null;
  const settings = automationSettings.parse(draft);
  const subject = { userId, id: edited?.id ?? null, choice: choiceOf(draft), settings };
  const isActive = edited?.isActive ?? true;
  const found = await lookInto({ ...subject, isActive, isWatched: false, outsideChanges: [] }, deps);
  return reportOf(found, deps.now());
}

/** Checks an automation now, stores the findings, and returns them. Throws `not_found`. */
export async function checkAutomation(which: WhichAutomation, deps: HealthCheckDeps): Promise<HealthReport> {
  const row = await requireAutomation(deps.db, which);
  const { isActive, outsideChanges } = row;
  const settings = automationSettings.pick({ mode: true, filters: true, labelTemplate: true }).parse(row);
  const subject = {
    ...which,
    choice: choiceOf(row),
    settings,
    isActive,
    isWatched: isActive,
    outsideChanges,
  };
  const found = await lookInto(subject, deps);
  const at = deps.now();
  // Findings about the webhook are not stored: they are computed when they are shown.
  const health = found.filter(({ reason }) => !isAboutWebhook(reason));
  await updateAutomationRow(deps.db, { ...which, data: { health, healthCheckedAt: at } });
  return reportOf(found, at);
}

function isAboutWebhook(reason: StoredFinding['reason']): boolean {
  return reason === 'webhook_fine' || reason.startsWith('periodic_');
}

function reportOf(found: StoredFinding[], at: Date): HealthReport {
  return { checkedAt: at.toISOString(), findings: healthFindingsOf(found) };
}

/** Returns the findings. A connection that Smartsheet refuses is a finding; throws without a connection. */
async function lookInto(subject: Subject, deps: HealthCheckDeps): Promise<StoredFinding[]> {
  try {
    return await withSmartsheet(subject.userId, deps, async (client, connection) => {
      const { choice, settings, outsideChanges } = subject;
      const sheetIds = [choice.sourceSheetId, choice.sheetId];
      const [seen, isLicensed] = await Promise.all([
        lookAtDefinitions({ client, sheetIds }),
        readLicense({ client, connection }, { prisma: deps.db }),
      ]);
      const others = await othersOf(subject, connection, deps);
      const found = assessHealth({
        automation: { ...choice, ...settings },
        source: seen.get(choice.sourceSheetId) ?? 'gone',
        target: seen.get(choice.sheetId) ?? 'gone',
        ...others,
        isLicensed,
        isContested: recentOutsideChanges(outsideChanges, deps.now()).length > 0,
        maxOptions: deps.optionLimits.maxOptions,
      });
      const webhook = await webhookOf(subject, { client, connection }, deps);
      return [...assessConnection(connection), ...found, webhook];
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'smartsheet_needs_reconnect') throw error;
    const connection = await findConnection(deps.db, subject.userId);
    return refusedConnection(connection?.statusReason ?? null);
  }
}

/** Returns how automations of any user affect this one. */
async function othersOf(
  { id, choice, settings, isActive }: Subject,
  { id: connectionId, region }: SmartsheetConnection,
  { db }: HealthCheckDeps,
) {
  const link = { ...choice, mode: settings.mode };
  const isTaken = await isTargetTakenByAnother(db, { ...link, region, exceptId: id });
  return { isTaken, isLoop: await wouldCloseLoop(db, { ...link, id, connectionId, isActive }) };
}

/** Returns the finding about change notices, as Smartsheet itself tells of them. */
async function webhookOf(
  { choice, isWatched }: Subject,
  { client, connection }: { client: SmartsheetClient; connection: SmartsheetConnection },
  deps: HealthCheckDeps,
): Promise<StoredFinding> {
  const never = await whyNever(connection, deps);
  if (never !== null) return webhookFinding(never);
  const made = await findWebhookOfSheet(deps.db, {
    connectionId: connection.id,
    sheetId: choice.sourceSheetId,
  });
  if (!made) return webhookFinding(isWatched ? 'setting_up' : null);
  await compareWebhooks({ client, connection }, deps);
  const now = await findWebhookOfSheet(deps.db, made);
  return webhookFinding(now?.status === 'enabled' ? null : periodicReasonOf(now?.remoteStatus ?? null));
}

/** Returns why there can be no change notices at all; null when there can be. */
async function whyNever(
  { userId, scopes }: SmartsheetConnection,
  { db, now, canReceiveCallbacks }: HealthCheckDeps,
): Promise<PeriodicReason | null> {
  const { realTime } = await readEntitlements(db, { userId, now: now() });
  if (!realTime) return 'plan';
  if (!canReceiveCallbacks) return 'address';
  return scopes.includes('ADMIN_WEBHOOKS') ? null : 'permission';
}
