import type { Database } from '@picksync/db';
import type { SendMailLater } from '../../mail/send-mail-later.ts';
import type { CodeParts } from '../codes/codes.ts';
import { createPasswords, type Passwords } from '../passwords/passwords.ts';
import type { SessionParts } from '../sessions/sessions.ts';
import { type AuthThrottles, createAuthThrottles } from './auth-throttles.ts';

/** What signing up and in works with. */
export type AuthParts = CodeParts &
  SessionParts & {
    db: Database['prisma'];
    passwords: Passwords;
    throttles: AuthThrottles;
    sendMailLater: SendMailLater;
  };

/** The parts that belong to nobody else. */
export const createAuthParts = async (now: () => Date) => ({
  passwords: await createPasswords(),
  throttles: createAuthThrottles(now),
});
