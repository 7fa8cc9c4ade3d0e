import type { Context } from '../../base/context.ts';
import { toNetwork } from '../../base/network.ts';
import { readEntitlements } from '../../base/read-entitlements.ts';
import { consumeTry } from '../../base/throttle.ts';
import type { Throttles } from '../../base/throttles.ts';

type Input = { email: string; message: string; userId: string | null; ipAddress: string };

/**
 * Stores a message to support, with the plan of a user who is signed in, and enqueues the mail to support. The sender
 * gets no mail: anybody can write any address into the form.
 */
export async function sendContactMessage(
  context: Context,
  { email, message, userId, ipAddress }: Input,
): Promise<{ message: string }> {
  await takeMessage(context.throttles, { email, userId, ipAddress });
  const createdAt = context.now();
  const plan = userId ? (await readEntitlements(context.db, { userId, now: createdAt })).plan : null;
  await context.db.$transaction(async (tx) => {
    const { id } = await tx.contactMessage.create({ data: { userId, email, message, plan, createdAt } });
    await context.sendMailLater(tx, { mail: 'contact_message', contactMessageId: id });
  });
  return { message: "We've received your message and will respond shortly." };
}

type Sender = Omit<Input, 'message'>;

/**
 * Takes one of the messages that may be sent. Throws `rate_limited` when none is left. A signed-in user has messages of
 * their own: strangers who write in their name or from their network do not use them up.
 */
async function takeMessage(throttles: Throttles, { email, userId, ipAddress }: Sender): Promise<void> {
  if (userId) return consumeTry(throttles.messagesOfOneUser, userId);
  await consumeTry(throttles.messagesFromOneNetwork, toNetwork(ipAddress));
  await consumeTry(throttles.messagesWithOneAddress, email);
}
