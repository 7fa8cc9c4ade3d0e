import type { Database } from '@picksync/db';
import type { SendMailLater } from '../../base/send-mail-later.ts';
import { createPasswordCookie } from '../../http/password-cookie.ts';
import type { CodeDeps } from '../one-time-codes/one-time-codes.ts';
import { createPasswordStrength, type PasswordStrength } from '../passwords/password-strength.ts';
import { createPasswords, type Passwords } from '../passwords/passwords.ts';
import type { SessionDeps } from '../sessions/sessions.ts';
import { type AuthThrottleDeps, type AuthThrottles, createAuthThrottles } from './auth-throttles.ts';

/** The dependencies of signing up and in. */
export type AuthDeps = CodeDeps &
  SessionDeps & {
    db: Database['prisma'];
    passwords: Passwords;
    passwordStrength: Pick<PasswordStrength, 'assertNotGuessable' | 'judge'>;
    throttles: AuthThrottles;
    sendMailLater: SendMailLater;
  };

/** Creates the dependencies that no other module has. */
export async function createAuthDeps({ publicOrigin, ...deps }: AuthThrottleDeps & { publicOrigin: string }) {
  return {
    passwords: await createPasswords(),
    passwordStrength: createPasswordStrength(),
    throttles: createAuthThrottles(deps),
    passwordCookie: createPasswordCookie(publicOrigin),
  };
}
