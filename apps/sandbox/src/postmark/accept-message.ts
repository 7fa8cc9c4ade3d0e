import { addMail, type Inbox, isInactive } from './inbox.ts';
import { type Message, readMessage } from './message.input.ts';
import { type PostmarkError, postmarkError } from './postmark.errors.ts';

export type Accepted = {
  To: string;
  SubmittedAt: string;
  MessageID: string;
  ErrorCode: 0;
  Message: string;
};

type AcceptDeps = {
  inbox: Inbox;
  at: Date;
  id: string;
  /** The addresses and domains that may send. */
  senders: string[];
  /** Whether the token is the one for tests, by which nothing is sent. */
  isTest: boolean;
};

/**
 * Checks a message, adds it to the inbox and returns Postmark's response. Where only some of its addresses are inactive,
 * the others get it.
 */
export function acceptMessage(body: unknown, deps: AcceptDeps): Accepted | PostmarkError {
  const message = readMessage(body);
  if ('ErrorCode' in message) return message as PostmarkError;
  const { inbox, at, id, senders, isTest } = deps;
  const { from, recipients } = message;
  const accepted = {
    To: message.To ?? '',
    SubmittedAt: at.toISOString(),
    MessageID: id,
    ErrorCode: 0,
  } as const;
  if (isTest) return { ...accepted, Message: 'Test job accepted' };
  if (!isConfirmed(from.Email, senders))
    return postmarkError(
      400,
      `The 'From' address ${from.Email} is not a Sender Signature of the account: it has to be added and confirmed first.`,
    );
  const addresses = Object.values(recipients).flatMap((list) => list.map(({ Email }) => Email));
  const inactive = addresses.filter((address) => isInactive(inbox, address));
  if (inactive.length === addresses.length)
    return postmarkError(
      406,
      'You tried to send to recipient(s) that have been marked as inactive. ' +
        `Found inactive addresses: ${inactive.join(', ')}. ` +
        'Inactive recipients are ones that have generated a hard bounce, a spam complaint, or a manual suppression.',
    );
  keep(
    message,
    deps,
    addresses.filter((address) => !inactive.includes(address)),
  );
  const rest = `Message OK, but will not deliver to these inactive addresses: ${inactive.join(', ')}`;
  return { ...accepted, Message: inactive.length > 0 ? rest : 'OK' };
}

/** A confirmed domain confirms all its addresses. */
function isConfirmed(address: string, senders: string[]): boolean {
  const sender = address.toLowerCase();
  return senders.some((one) => sender === one || sender.endsWith(`@${one}`));
}

function keep(message: Message, { inbox, at, id }: AcceptDeps, to: string[]): void {
  const { from, recipients, Metadata, Attachments } = message;
  addMail(inbox, {
    id,
    at: at.toISOString(),
    from: from.Email,
    to,
    subject: message.Subject ?? '',
    text: message.TextBody ?? '',
    html: message.HtmlBody ?? '',
    ...(Metadata && { metadata: Metadata }),
    envelope: {
      From: message.From ?? '',
      ...recipients,
      Tag: message.Tag ?? '',
      MessageStream: message.MessageStream ?? 'outbound',
      Attachments: Attachments?.map(({ Name }) => Name) ?? [],
    },
  });
}
