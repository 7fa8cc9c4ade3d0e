import { z } from 'zod';
import { addressesIn, bareAddress } from './address.ts';
import { type Inbox, inactiveAmong, keepMail } from './inbox.ts';

// Postmark ignores what it does not know, so the object is loose on purpose.
const message = z.looseObject({
  From: z.string().default(''),
  To: z.string().nullish(),
  Cc: z.string().nullish(),
  Bcc: z.string().nullish(),
  Subject: z.string().nullish(),
  TextBody: z.string().nullish(),
  HtmlBody: z.string().nullish(),
});
type Message = z.infer<typeof message>;

/** The provider's own error codes: 300 invalid request, 403 not the shape of a message, 406 inactive recipient. */
export type Refusal = { ErrorCode: 300 | 403 | 406; Message: string };
export type Accepted = { To: string; SubmittedAt: string; MessageID: string; ErrorCode: 0; Message: 'OK' };

const MAX_RECIPIENTS = 50;

const refuse = (Message: string): Refusal => ({ ErrorCode: 300, Message });

function recipientsOf(mail: Message): { addresses: string[] } | Refusal {
  const addresses: string[] = [];
  for (const field of ['To', 'Cc', 'Bcc'] as const) {
    const found = addressesIn(mail[field] ?? '');
    if ('invalid' in found) return refuse(`Invalid '${field}' address: '${found.invalid}'.`);
    addresses.push(...found.addresses);
  }
  if (addresses.length === 0) return refuse('Zero recipients specified');
  if (addresses.length > MAX_RECIPIENTS) {
    return refuse(`Recipient limits exceeded. You can send to at most ${MAX_RECIPIENTS} recipients.`);
  }
  return { addresses };
}

/** What the provider does with one message: checks it, delivers it into the inbox, answers in its own words. */
export function acceptMessage(
  given: unknown,
  { inbox, at, id }: { inbox: Inbox; at: Date; id: string },
): Accepted | Refusal {
  const parsed = message.safeParse(given);
  if (!parsed.success) return { ErrorCode: 403, Message: 'Incompatible JSON: a message is expected.' };
  const mail = parsed.data;
  const from = bareAddress(mail.From);
  if (from === null) return refuse(`Invalid 'From' address: '${mail.From}'.`);
  const recipients = recipientsOf(mail);
  if ('ErrorCode' in recipients) return recipients;
  if (!mail.TextBody && !mail.HtmlBody) return refuse('Provide either email TextBody or HtmlBody or both.');
  const inactive = inactiveAmong(inbox, recipients.addresses);
  if (inactive.length > 0) {
    return {
      ErrorCode: 406,
      Message:
        'You tried to send to recipient(s) that have been marked as inactive. ' +
        `Found inactive addresses: ${inactive.join(', ')}. ` +
        'Inactive recipients are ones that have generated a hard bounce, a spam complaint, or a manual suppression.',
    };
  }
  keepMail(inbox, {
    id,
    at: at.toISOString(),
    from,
    to: recipients.addresses,
    subject: mail.Subject ?? '',
    text: mail.TextBody ?? '',
    html: mail.HtmlBody ?? '',
  });
  return { To: mail.To ?? '', SubmittedAt: at.toISOString(), MessageID: id, ErrorCode: 0, Message: 'OK' };
}
