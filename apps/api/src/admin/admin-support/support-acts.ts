import {
  AppError,
  type endpoints,
  type HealthFinding,
  type Reply,
  type SecurityAction,
} from '@picksync/contracts';
import { type Db, type SmartsheetConnection, transact } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { consumeTry } from '../../base/throttle.ts';
import { requestWebhooks } from '../../sync/automations/sync-requests.ts';
import { checkAutomation } from '../../sync/health-checks/health-checks.ts';
import { findConnection } from '../../sync/smartsheet/with-smartsheet.ts';
import { findMissingCondition, type MissingCondition } from '../../sync/webhooks/find-missing-condition.ts';
import { type Admin, recordAdminAction } from '../record-admin-action.ts';

type Calls = typeof endpoints.adminSupport;

/** An automation of any user, and why something is done about it. */
type Act = { id: string; reason: string };

/**
 * Checks an automation for its owner, who reads in their security activity that it was done. Throws `not_found`, and
 * `smartsheet_not_connected` where nothing can be asked.
 */
export async function checkForUser(
  context: Context,
  by: Admin,
  act: Act,
): Promise<Reply<Calls['checkHealth']>> {
  const automation = await requireAnyAutomation(context.db, act.id);
  const { userId, id } = automation;
  const connection = await findConnection(context.db, userId);
  if (!connection || connection.status === 'disconnected') throw notConnected();
  await consumeTry(context.throttles.supportActs, userId);
  // Before anything is read: a check that fails was a look at the account as well.
  await recordAct(context, context.db, { by, automation, action: 'support_checked_health', ...act });
  const report = await checkAutomation(context, { userId, id });
  return { ...report, message: describeFindings(report.findings) };
}

/**
 * Has the job compare and mend the webhooks of an automation's owner, who reads in their security activity that it was
 * done. Throws `not_found`, and says why where the automation can have no webhook.
 */
export async function mendForUser(context: Context, by: Admin, act: Act): Promise<{ message: string }> {
  const automation = await requireAnyAutomation(context.db, act.id);
  const { userId, isActive } = automation;
  const connection = await findConnection(context.db, userId);
  if (connection?.status !== 'connected') throw notConnected();
  if (!isActive) throw nothingToMend('A paused automation has no webhook.');
  const missing = await findMissingCondition(context, connection);
  if (missing !== null) throw nothingToMend(whyNone[missing]);
  await consumeTry(context.throttles.supportActs, userId);
  await transact(context.db, async (tx) => {
    await recordAct(context, tx, { by, automation, action: 'support_mended_webhook', ...act });
    await requestWebhooks(context, tx, connection.id);
  });
  return { message: describeWhen(context, connection) };
}

const whyNone: Record<MissingCondition, string> = {
  plan: 'Their plan has no real-time sync, so there is no webhook to mend.',
  address: 'Smartsheet cannot reach the address of this site, so there is no webhook to mend.',
  permission: 'Their connection may not manage webhooks. They have to reconnect and allow everything.',
};

type Subject = { id: string; userId: string; name: string; isActive: boolean };

async function requireAnyAutomation(db: Db, id: string): Promise<Subject> {
  const row = await db.automation.findUnique({
    where: { id },
    select: { id: true, userId: true, name: true, isActive: true },
  });
  if (!row) throw new AppError('not_found', { message: 'There is no such automation.' });
  return row;
}

type Entry = { by: Admin; automation: Subject; action: SecurityAction; reason: string };

async function recordAct(
  context: Context,
  db: Db,
  { by, automation: { userId, name }, action, reason }: Entry,
): Promise<void> {
  await recordAdminAction(context, db, { by, action, userId, name, reason });
}

function notConnected(): AppError {
  return new AppError('smartsheet_not_connected', {
    message: 'Nothing can be asked of Smartsheet: they have to connect their account first.',
  });
}

function nothingToMend(message: string): AppError {
  return new AppError('validation_failed', { message });
}

function describeFindings(findings: readonly HealthFinding[]): string {
  const problems = findings.filter(({ status }) => status === 'problem').length;
  if (problems === 0) return 'It was checked: nothing keeps it from working.';
  return problems === 1
    ? 'It was checked: one problem was found.'
    : `It was checked: ${problems} problems were found.`;
}

function describeWhen({ now }: Context, { parkedUntil }: SmartsheetConnection): string {
  return parkedUntil && parkedUntil > now()
    ? 'Smartsheet is left alone for the moment. Their webhooks are compared and mended after that.'
    : 'Their webhooks are being compared and mended. Look again in a minute.';
}
