import type { Context } from '../../base/context.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { countLiveApiKeys } from '../api-keys/api-keys.store.ts';
import { describeRevoked } from '../api-keys/api-keys.ts';
import {
  checkCode,
  codeMinutes,
  findLink,
  issueCode,
  useCode,
  useLink,
} from '../one-time-codes/one-time-codes.ts';
import { recognizeBrowser } from '../recognized-devices/recognized-devices.ts';
import { limitMails } from '../users/limit-mails.ts';
import { limitNewPasswords } from '../users/limit-new-passwords.ts';
import { findUserByEmail, lockAddress } from '../users/users.store.ts';
import { replacePassword } from './replace-password.ts';

const purpose = 'reset_password';

/** Returns the reply, which says how many API keys were revoked. */
function toReply(revoked: number): { message: string } {
  return { message: `Your password is set. You can log in now.${describeRevoked(revoked)}` };
}

/**
 * Sends a code and a link that set a new password, and voids the ones before. Does and returns the same for an address
 * without an account. An account that has no password, because it signs in through Google or Microsoft, gets one this
 * way.
 */
export async function forgotPassword(
  context: Context,
  {
    email,
    ipAddress,
    browserTokens = [],
  }: { email: string; ipAddress: string; browserTokens?: readonly string[] },
): Promise<{ message: string }> {
  const countedApartAs = await recognizeBrowser(context, { email, browserTokens });
  await limitMails(context.throttles, { email, ipAddress, countedApartAs, isForReset: true });
  await context.db.$transaction(async (tx) => {
    await lockAddress(tx, email);
    const user = await findUserByEmail(tx, email);
    const userId = user?.id ?? null;
    const codeId = await issueCode(context, tx, { userId, email, purpose });
    const event = { userId, action: 'password_reset_requested', network: ipAddress } as const;
    await recordAudit(tx, { ...event, at: context.now() });
    await context.sendMailLater(tx, { mail: 'reset_password', codeId });
  });
  return {
    message: `If this address has an account, a code is on its way. It works for ${codeMinutes} minutes.`,
  };
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
  await limitNewPasswords(context.throttles, { email: user.email, ipAddress: from.ipAddress });
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
  await limitNewPasswords(context.throttles, { email, ipAddress: from.ipAddress });
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
