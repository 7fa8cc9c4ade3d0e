import { newPasswordField, type Role, trialEnd, trialLimit } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';

const demoLogins: { email: string; role: Role; maxConfigurations: number }[] = [
  { email: 'demo@picksync.example', role: 'user', maxConfigurations: trialLimit },
  // `npm run dev` connects it to the sandbox and creates its automations.
  { email: 'connected@picksync.example', role: 'user', maxConfigurations: 10 },
  { email: 'admin@picksync.example', role: 'admin', maxConfigurations: trialLimit },
];

/**
 * Creates the demo logins where a password for them is given, which only a start beside the sandbox does, and deletes them
 * everywhere else: a real installation has no login that others know.
 */
export async function updateDemoLogins(context: Context, password: string | undefined): Promise<void> {
  if (password !== undefined) return makeDemoLogins(context, password);
  const { count } = await context.db.user.deleteMany({ where: { isDemo: true } });
  if (count > 0) context.log.warn({ count }, 'removed the demo logins and their sessions');
}

/**
 * Creates the logins of a local installation, or resets them: verified, with this password and a trial that begins now.
 * Throws when the password breaks the rules for passwords.
 */
async function makeDemoLogins(context: Context, password: string): Promise<void> {
  const checked = newPasswordField.safeParse(password);
  if (!checked.success) throw new Error(`DEMO_PASSWORD: ${checked.error.issues[0]?.message}.`);
  const at = context.now();
  const trial = { trialStartDate: at, trialEndDate: trialEnd(at) };
  const passwordHash = await context.passwords.hash(password);
  for (const { email, ...login } of demoLogins) {
    const data = { ...login, ...trial, passwordHash, isVerified: true, isDemo: true };
    await context.db.user.upsert({ where: { email }, create: { email, ...data }, update: data });
  }
}
