import type { AuthStatus, User } from '@picksync/contracts';
import type { Caller } from '../../http/caller.ts';
import { renewAuthToken, type SessionDeps } from '../sessions/sessions.ts';
import { findConnectionState } from './auth-status.store.ts';

const NOBODY: AuthStatus = {
  isAuthenticated: false,
  authToken: null,
  emailVerificationRequired: false,
  smartsheetConnected: false,
  smartsheetState: 'not_connected',
  smartsheetEmail: null,
  user: null,
};

/** Who is signed in and whether Smartsheet is connected, with a fresh bearer value. */
export async function authStatus(caller: Caller | null, deps: SessionDeps): Promise<AuthStatus> {
  if (!caller) return NOBODY;
  const [authToken, connection] = await Promise.all([
    renewAuthToken(caller, deps),
    findConnectionState(deps.db, caller.user.id),
  ]);
  const state = connection && connection.status !== 'disconnected' ? connection.status : 'not_connected';
  return {
    isAuthenticated: true,
    authToken,
    emailVerificationRequired: !caller.user.isVerified,
    smartsheetConnected: state === 'connected',
    smartsheetState: state,
    smartsheetEmail: state === 'not_connected' ? null : (connection?.accountEmail ?? null),
    user: userView(caller),
  };
}

/** The signed-in user as the browser may know them. */
export function userView({ user }: Caller): User {
  const { id, email, role, subscriptionTier, subscriptionStatus, trialEndDate } = user;
  return {
    id,
    email,
    role,
    subscriptionTier,
    subscriptionStatus,
    trialEndDate: trialEndDate?.toISOString() ?? null,
  };
}
