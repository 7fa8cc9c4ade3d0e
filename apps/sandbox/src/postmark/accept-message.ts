import * as z from 'zod';
import { parseAddress, parseAddressList } from './addresses.ts';
import { addMail, findInactive, type Inbox } from './inbox.ts';

// Postmark ignores unknown fields, so the object is loose.
const message = z.looseObject({
  From: z.string().default(''),
  To: z.string().nullish(),
  Cc: z.string().nullish(),
  Bcc: z.string().nullish(),
  Subject: z.string().nullish(),
  TextBody: z.string().nullish(),
  HtmlBody: z.string().nullish(),
  Metadata: z.record(z.string(), z.string()).nullish(),
});
type Message = z.infer<typeof message>;

/** Postmark's error codes: 300 invalid request, 403 incompatible JSON, 406 inactive recipient. */
export type MessageError = { ErrorCode: 300 | 403 | 406; Message: string };
export type Accepted = { To: string; SubmittedAt: string; MessageID: string; ErrorCode: 0; Message: 'OK' };

const maxRecipients = 50;

function invalid(Message: string): MessageError {
  return { ErrorCode: 300, Message };
}

function parseRecipients(mail: Message): { addresses: string[] } | MessageError {
  const addresses: string[] = [];
  for (const field of ['To', 'Cc', 'Bcc'] as const) {
    const found = parseAddressList(mail[field] ?? '');
    if ('invalid' in found) return invalid(`Invalid '${field}' address: '${found.invalid}'.`);
    addresses.push(...found.addresses);
  }
  if (addresses.length === 0) return invalid('Zero recipients specified');
  if (addresses.length > maxRecipients) {
    return invalid(`Recipient limits exceeded. You can send to at most ${maxRecipients} recipients.`);
  }
  return { addresses };
}

/** Checks a message, adds it to the inbox and returns Postmark's response. */
export function acceptMessage(
  body: unknown,
  { inbox, at, id }: { inbox: Inbox; at: Date; id: string },
): Accepted | MessageError {
  const parsed = message.safeParse(body);
  if (!parsed.success) return { ErrorCode: 403, Message: 'Incompatible JSON: a message is expected.' };
  const mail = parsed.data;
  const from = parseAddress(mail.From);
  if (from === null) return invalid(`Invalid 'From' address: '${mail.From}'.`);
  const recipients = parseRecipients(mail);
  if ('ErrorCode' in recipients) return recipients;
  if (!mail.TextBody && !mail.HtmlBody) return invalid('Provide either email TextBody or HtmlBody or both.');
  const inactive = findInactive(inbox, recipients.addresses);
  if (inactive.length > 0) {
    return {
      ErrorCode: 406,
      Message:
        'You tried to send to recipient(s) that have been marked as inactive. ' +
        `Found inactive addresses: ${inactive.join(', ')}. ` +
        'Inactive recipients are ones that have generated a hard bounce, a spam complaint, or a manual suppression.',
    };
  }
  addMail(inbox, {
    id,
    at: at.toISOString(),
    from,
    to: recipients.addresses,
    subject: mail.Subject ?? '',
    text: mail.TextBody ?? '',
    html: mail.HtmlBody ?? '',
    ...(mail.Metadata && { metadata: mail.Metadata }),
  });
  return { To: mail.To ?? '', SubmittedAt: at.toISOString(), MessageID: id, ErrorCode: 0, Message: 'OK' };
}
