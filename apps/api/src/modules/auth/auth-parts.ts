import type { Database } from '@picksync/db';
import type { SendMailLater } from '../../mail/send-mail-later.ts';
import type { CodeParts } from '../codes/codes.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { SessionParts } from '../sessions/sessions.ts';
import type { AuthThrottles } from './auth-throttles.ts';

/** What signing up and in works with. */
export type AuthParts = CodeParts &
  SessionParts & {
    db: Database['prisma'];
    passwords: Passwords;
    throttles: AuthThrottles;
    sendMailLater: SendMailLater;
  };
