import { newPasswordField, type Role, trialEnd, trialLimit } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import type { Passwords } from '../passwords/passwords.ts';
import { saveDemoUser } from './users.store.ts';

const DEMO_LOGINS: { email: string; role: Role }[] = [
  { email: 'demo@picksync.example', role: 'user' },
  { email: 'admin@picksync.example', role: 'admin' },
];

/**
 * Makes the logins of a local installation, or puts them back as they were meant: verified, with this password and a
 * trial that begins now. Throws when the password breaks the rules for passwords.
 */
export async function makeDemoLogins(
  password: string,
  { db, passwords, now }: { db: Db; passwords: Passwords; now: () => Date },
): Promise<void> {
  const checked = newPasswordField.safeParse(password);
  if (!checked.success) throw new Error(`DEMO_PASSWORD: ${checked.error.issues[0]?.message}.`);
  const at = now();
  const trial = { trialStartDate: at, trialEndDate: trialEnd(at), maxConfigurations: trialLimit };
  for (const login of DEMO_LOGINS) {
    const passwordHash = await passwords.hash(password);
    await saveDemoUser(db, { ...login, ...trial, passwordHash, isVerified: true });
  }
}
