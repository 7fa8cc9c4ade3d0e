import { type AuthStatus, shownSubscription, signedOutStatus, type User } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { readMaintenance } from '../../base/maintenance.ts';
import { listNames } from '../../base/offered-plans.ts';
import type { Caller } from '../../http/caller.ts';
import { renewAuthToken } from '../sessions/sessions.ts';

/**
 * Returns who is signed in and whether Smartsheet is connected, with a fresh bearer value for the session's own
 * browser, and the address of the sandbox's inbox.
 */
export async function readAuthStatus(context: Context, caller: Caller | null): Promise<AuthStatus> {
  const status = caller ? await readCallersStatus(context, caller) : signedOutStatus;
  const { sandboxInbox, signInApps } = context.settings;
  const maintenance = readMaintenance(context);
  const planNames = listNames(await context.offeredPlans.read());
  return {
    ...status,
    ...(sandboxInbox !== undefined && { sandboxInbox }),
    ...(planNames && { planNames }),
    ...(maintenance && { maintenance }),
    ...(signInApps.length > 0 && { signInProviders: signInApps.map(({ provider }) => provider) }),
  };
}

async function readCallersStatus(context: Context, caller: Caller): Promise<AuthStatus> {
  const [authToken, connection] = await Promise.all([
    renewAuthToken(context, caller),
    context.db.smartsheetConnection.findUnique({
      where: { userId: caller.user.id },
      select: { status: true, accountEmail: true, region: true, licensed: true },
    }),
  ]);
  const state = connection && connection.status !== 'disconnected' ? connection.status : 'not_connected';
  return {
    isAuthenticated: true,
    authToken,
    emailVerificationRequired: !caller.user.isVerified,
    passwordUpdateRequired: caller.session.needsNewPassword,
    smartsheetConnected: state === 'connected',
    smartsheetState: state,
    smartsheetEmail: state === 'not_connected' ? null : (connection?.accountEmail ?? null),
    smartsheetRegion: connection?.region ?? null,
    ...(state === 'connected' && connection?.licensed != null && { smartsheetLicensed: connection.licensed }),
    user: toUserView(caller, context.now()),
    lastEventId: caller.position,
    ...(caller.user.mailProblem && { mailProblem: caller.user.mailProblem }),
  };
}

/** Returns the signed-in user as the browser may see them at `now`. */
export function toUserView({ user }: Caller, now: Date): User {
  const { id, email, role, trialEndDate, timeZone, clock, dateOrder } = user;
  return {
    id,
    email,
    role,
    ...shownSubscription({ ...user, tier: user.subscriptionTier, now }),
    trialEndDate: trialEndDate?.toISOString() ?? null,
    timeZone,
    clock,
    dateOrder,
  };
}
