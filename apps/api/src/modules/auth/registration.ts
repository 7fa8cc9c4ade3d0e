import { trialEnd, trialLimit } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { issueCode } from '../codes/codes.ts';
import { refuseGuessable } from '../passwords/password-strength.ts';
import type { AuthParts } from './auth-parts.ts';
import { takeMail } from './auth-throttles.ts';
import { createUser, findUserByEmail, lockAddress, setUnverifiedPassword } from './users.store.ts';

const MESSAGE = 'Almost done. We sent a message to your e-mail address: please follow what it says.';

/**
 * Begins an account, or answers just the same for an address that has one. Whoever registers again before the
 * address is verified replaces the password: an account belongs to who can read its mail. An owner who is verified
 * gets a mail saying so and nothing changes. The same statements run in every case, so that the time tells nothing.
 */
export async function register(
  { email, password, ipAddress }: { email: string; password: string; ipAddress: string },
  parts: AuthParts,
): Promise<{ message: string }> {
  refuseGuessable({ password, email });
  takeMail(parts.throttles, { email, ipAddress });
  const passwordHash = await parts.passwords.hash(password);
  await parts.db.$transaction(async (tx) => {
    await lockAddress(tx, email);
    const userId = await accountFor(tx, { email, passwordHash, at: parts.now() });
    const codeId = await issueCode(tx, { userId, purpose: 'verify_email' }, parts);
    await parts.sendMailLater(tx, { mail: 'verify_email', codeId });
  });
  parts.throttles.codes.clear(email);
  return { message: MESSAGE };
}

async function accountFor(
  tx: Db,
  { email, passwordHash, at }: { email: string; passwordHash: string; at: Date },
): Promise<string> {
  const known = await findUserByEmail(tx, email);
  if (known) {
    await setUnverifiedPassword(tx, { id: known.id, passwordHash });
    return known.id;
  }
  const trial = { trialStartDate: at, trialEndDate: trialEnd(at), maxConfigurations: trialLimit };
  const created = await createUser(tx, { email, passwordHash, ...trial });
  return created.id;
}
