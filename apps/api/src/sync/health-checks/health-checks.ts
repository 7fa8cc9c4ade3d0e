import {
  AppError,
  type AssessedSettings,
  assessedSettings,
  automationSettings,
  type HealthReport,
  type PreviewDraft,
  type StoredFinding,
  toHealthFindings,
  toPeriodicReason,
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
import type { Context } from '../../base/context.ts';
import { requireAutomation, type WhichAutomation } from '../automations/automations.ts';
import { isTargetTakenByAnother } from '../automations/claim-target.ts';
import { type ColumnChoice, getChoice } from '../automations/column-choice.ts';
import { wouldCloseCycle } from '../automations/cycle-check.ts';
import { retryAfterEdit } from '../automations/retry-after-edit.ts';
import { findConnection, withSmartsheet } from '../smartsheet/with-smartsheet.ts';
import { compareWebhooks } from '../webhooks/compare-webhooks.ts';
import { findMissingCondition } from '../webhooks/find-missing-condition.ts';
import { findWebhookOfSheet } from '../webhooks/webhooks.store.ts';
import { storeHealth } from './health-checks.store.ts';

type Subject = {
  userId: string;
  /** Null for one that is not there yet. */
  id: string | null;
  choice: ColumnChoice;
  settings: AssessedSettings;
  isActive: boolean;
  /** Whether its source should have a webhook by now. */
  isWatched: boolean;
  outsideChanges: Date[];
  /** What its last run had to tell. */
  lastWarnings: string[];
};

/** Returns the findings for a draft: as a new automation, or as a change of the one it names. Stores nothing. */
export async function checkDraft(
  context: Context,
  { userId, draft }: { userId: string; draft: PreviewDraft },
): Promise<HealthReport> {
  const { automationId } = draft;
  const edited = automationId ? await requireAutomation(context.db, { userId, id: automationId }) : null;
  const settings = automationSettings.parse(draft);
  const subject = { userId, id: edited?.id ?? null, choice: getChoice(draft), settings };
  const isActive = edited?.isActive ?? true;
  const unknown = { isWatched: false, outsideChanges: [], lastWarnings: [] };
  const found = await runChecks(context, { ...subject, isActive, ...unknown });
  return toReport(found, context.now());
}

/**
 * Checks an automation now, stores the findings, and returns them. One that is changed meanwhile is checked again. Throws `not_found`,
 * and `unavailable` when it is changed each time.
 */
export function checkAutomation(context: Context, which: WhichAutomation): Promise<HealthReport> {
  return retryAfterEdit(async () => {
    const row = await requireAutomation(context.db, which);
    const { isActive, outsideChanges } = row;
    const settings = automationSettings.pick(assessedSettings).parse(row);
    const subject = { ...which, choice: getChoice(row), settings, outsideChanges };
    const lastWarnings = row.lastRunWarnings;
    const found = await runChecks(context, { ...subject, isActive, isWatched: isActive, lastWarnings });
    const at = context.now();
    // Findings about the webhook are not stored: they are computed when they are shown.
    const health = found.filter(({ reason }) => !isAboutWebhook(reason));
    const isStored = await storeHealth(context.db, row, { health, healthCheckedAt: at });
    return isStored ? toReport(found, at) : null;
  });
}

function isAboutWebhook(reason: StoredFinding['reason']): boolean {
  return reason === 'webhook_fine' || reason.startsWith('periodic_');
}

function toReport(found: StoredFinding[], at: Date): HealthReport {
  return { checkedAt: at.toISOString(), findings: toHealthFindings(found) };
}

/** Returns the findings. A connection that Smartsheet refuses is a finding; throws without a connection. */
async function runChecks(context: Context, subject: Subject): Promise<StoredFinding[]> {
  try {
    return await withSmartsheet(context, subject.userId, async (client, connection) => {
      const { choice, settings, outsideChanges, lastWarnings } = subject;
      const sheetIds = [choice.sourceSheetId, choice.sheetId];
      const [seen, isLicensed] = await Promise.all([
        lookAtDefinitions({
          client,
          sheetIds,
          reportIds: new Set(settings.sourceKind === 'report' ? [choice.sourceSheetId] : []),
        }),
        readLicense({ client, connection }, { prisma: context.db }),
      ]);
      const { id, isActive } = subject;
      const link = { ...choice, mode: settings.mode, id, connectionId: connection.id, isActive };
      const found = assessHealth({
        automation: { ...choice, ...settings },
        source: seen.get(choice.sourceSheetId) ?? 'gone',
        target: seen.get(choice.sheetId) ?? 'gone',
        // Automations of any user may affect this one.
        isTaken: await isTargetTakenByAnother(context.db, {
          ...link,
          region: connection.region,
          exceptId: id,
        }),
        isLoop: await wouldCloseCycle(context.db, link),
        isLicensed,
        isContested: recentOutsideChanges(outsideChanges, context.now()).length > 0,
        maxOptions: context.settings.optionLimits.maxOptions,
        lastWarnings,
      });
      const webhook = await findWebhook(context, subject, { client, connection });
      return [...assessConnection(connection), ...found, webhook];
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'smartsheet_needs_reconnect') throw error;
    const connection = await findConnection(context.db, subject.userId);
    return refusedConnection(connection?.statusReason ?? null);
  }
}

/** Returns the finding about change notices, as Smartsheet itself tells of them. */
async function findWebhook(
  context: Context,
  { choice, settings, isWatched }: Subject,
  { client, connection }: { client: SmartsheetClient; connection: SmartsheetConnection },
): Promise<StoredFinding> {
  if (settings.sourceKind === 'report') return webhookFinding('report');
  const never = await findMissingCondition(context, connection);
  if (never !== null) return webhookFinding(never);
  const made = await findWebhookOfSheet(context.db, {
    connectionId: connection.id,
    sheetId: choice.sourceSheetId,
  });
  if (!made) return webhookFinding(isWatched ? 'setting_up' : null);
  await compareWebhooks(context, { client, connection });
  const now = await findWebhookOfSheet(context.db, made);
  return webhookFinding(now?.status === 'enabled' ? null : toPeriodicReason(now?.remoteStatus ?? null));
}
