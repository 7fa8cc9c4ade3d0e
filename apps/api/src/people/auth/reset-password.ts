import type { Context } from '../../base/context.ts';
import { countLiveApiKeys } from '../api-keys/api-keys.store.ts';
import { describeRevoked } from '../api-keys/api-keys.ts';
import { findLink, useLink } from '../one-time-codes/links.ts';
import { checkCode, useCode } from '../one-time-codes/one-time-codes.ts';
import { takeNewPassword } from '../users/auth-throttles.ts';
import { lockAddress } from '../users/users.store.ts';
import { replacePassword } from './replace-password.ts';

const purpose = 'reset_password';
const message = 'Your password is set. You can log in now.';

/** Returns the reply, which says how many API keys were revoked. */
function toReply(revoked: number): { message: string } {
  return { message: `${message}${describeRevoked(revoked)}` };
}

/**
 * Returns the address whose password a token sets, and how many API keys it has, without using it. Throws `link_invalid`
 * or `link_expired`.
 */
export async function readResetLink(
  context: Context,
  token: string,
): Promise<{ email: string; apiKeys: number }> {
  const { user } = await findLink(context, context.db, { token, purpose });
  return {
    email: user.email,
    apiKeys: await countLiveApiKeys(context.db, { userId: user.id, at: context.now() }),
  };
}

type ResetFrom = {
  ipAddress: string;
  browserTokens?: readonly string[];
  revokeApiKeys?: boolean;
  removeOtherWaysIn?: boolean;
};

function toPlace({ ipAddress: network, browserTokens = [], ...goesAsWell }: ResetFrom) {
  return { network, browserTokens, ...goesAsWell };
}

/** Sets a new password by the token of a mail or of a verification. It signs nobody in. */
export async function resetPassword(
  context: Context,
  { token, password, ...from }: { token: string; password: string } & ResetFrom,
): Promise<{ message: string }> {
  const { id: linkId, user } = await findLink(context, context.db, { token, purpose });
  await takeNewPassword(context.throttles, { email: user.email, ipAddress: from.ipAddress });
  await context.passwordStrength.assertNotGuessable({ password, email: user.email, isRecognized: true });
  const passwordHash = await context.passwords.hash(password, { isRecognized: true });
  const revoked = await context.db.$transaction(async (tx) => {
    await lockAddress(tx, user.email);
    await useLink(context, tx, linkId);
    return replacePassword(context, tx, { userId: user.id, passwordHash, ...toPlace(from) });
  });
  return toReply(revoked);
}

/**
 * Sets a new password by the code of a mail. It signs nobody in. The password is judged before the code, so that a
 * refused password uses up no try, and an address without an account gets the same replies.
 */
export async function resetPasswordByCode(
  context: Context,
  { email, otp, password, ...from }: { email: string; otp: string; password: string } & ResetFrom,
): Promise<{ message: string }> {
  await takeNewPassword(context.throttles, { email, ipAddress: from.ipAddress });
  await context.passwordStrength.assertNotGuessable({ password, email });
  const { codeId, userId } = await checkCode(context, context.db, { email, purpose, digits: otp });
  const passwordHash = await context.passwords.hash(password, { isRecognized: true });
  const revoked = await context.db.$transaction(async (tx) => {
    await lockAddress(tx, email);
    await useCode(context, tx, codeId);
    return replacePassword(context, tx, { userId, passwordHash, ...toPlace(from) });
  });
  return toReply(revoked);
}
