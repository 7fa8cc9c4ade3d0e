import * as z from 'zod';
import { type PostmarkError, postmarkError } from './postmark.errors.ts';

const namedAddress = /^(?:"(?<quoted>[^"]*)"|(?<plain>[^<>"]*?))\s*<(?<address>[^<>]+)>$/;
const bareAddressPattern = /^[^\s@<>",]+@[^\s@<>",]+\.[^\s@<>",]+$/;

/** A mailbox as Postmark's answers have it. */
export type Mailbox = { Email: string; Name: string };

// Postmark ignores unknown fields, so the object is loose.
const message = z.looseObject({
  From: z.string().nullish(),
  To: z.string().nullish(),
  Cc: z.string().nullish(),
  Bcc: z.string().nullish(),
  ReplyTo: z.string().nullish(),
  Subject: z.string().nullish(),
  TextBody: z.string().nullish(),
  HtmlBody: z.string().nullish(),
  Tag: z.string().nullish(),
  Metadata: z.record(z.string(), z.string()).nullish(),
  MessageStream: z.string().nullish(),
  Headers: z.array(z.object({ Name: z.string(), Value: z.string() })).nullish(),
  Attachments: z
    .array(z.object({ Name: z.string(), Content: z.string(), ContentType: z.string() }))
    .nullish(),
});
type Input = z.output<typeof message>;

/** A message whose form is right. */
type Message = Input & { from: Mailbox; recipients: Record<'To' | 'Cc' | 'Bcc', Mailbox[]> };

const maxRecipients = 50;
const longestSubject = 2000;
const longestTag = 1000;
const metadataLimits = { fields: 10, key: 20, value: 80 };
/** The streams that a new server sends through. */
const streams = ['outbound', 'broadcast'];
const forbiddenFiles =
  /\.(?:vbs|exe|bin|bat|chm|com|cpl|crt|hlp|hta|inf|ins|isp|jse?|lnk|mdb|pcd|pif|reg|scr|sct|shs|vbe|vba|wsf|wsh|wsl|msc|msi|msp|mst)$/i;

function invalid(Message: string): PostmarkError {
  return postmarkError(300, Message);
}

/** Returns a message, or Postmark's error for one whose form is wrong. */
export function readMessage(body: unknown): Message | PostmarkError {
  const parsed = message.safeParse(body);
  if (!parsed.success) return postmarkError(403, 'Incompatible JSON: a message is expected.');
  const input = parsed.data;
  const from = parseMailbox(input.From ?? '');
  if (from === null) return invalid(`Invalid 'From' address: '${input.From ?? ''}'.`);
  const recipients = readRecipients(input);
  if ('ErrorCode' in recipients) return recipients;
  return findProblem(input) ?? { ...input, from, recipients };
}

function readRecipients(input: Input): Message['recipients'] | PostmarkError {
  const recipients: Message['recipients'] = { To: [], Cc: [], Bcc: [] };
  for (const field of ['To', 'Cc', 'Bcc'] as const) {
    const found = parseMailboxList(input[field] ?? '');
    if ('invalid' in found) return invalid(`Invalid '${field}' address: '${found.invalid}'.`);
    recipients[field] = found.mailboxes;
  }
  const count = Object.values(recipients).flat().length;
  if (count === 0) return invalid('Zero recipients specified');
  if (count > maxRecipients)
    return invalid(`Recipient limits exceeded. You can send to at most ${maxRecipients} recipients.`);
  return recipients;
}

function findProblem(input: Input): PostmarkError | null {
  const { ReplyTo, Subject, Tag, TextBody, HtmlBody, MessageStream, Attachments } = input;
  if (ReplyTo && 'invalid' in parseMailboxList(ReplyTo))
    return invalid(`Invalid 'ReplyTo' address: '${ReplyTo}'.`);
  if (!TextBody && !HtmlBody) return invalid('Provide either email TextBody or HtmlBody or both.');
  if ((Subject ?? '').length > longestSubject)
    return invalid(`The 'Subject' has more than ${longestSubject} characters.`);
  if ((Tag ?? '').length > longestTag) return invalid(`The 'Tag' has more than ${longestTag} characters.`);
  if (!isMetadata(input.Metadata ?? {}))
    return invalid("The 'Metadata' has too many fields, or a name or value in it is too long.");
  if (MessageStream && !streams.includes(MessageStream))
    return postmarkError(1235, `The message stream '${MessageStream}' does not exist on this server.`);
  const forbidden = Attachments?.find(({ Name }) => forbiddenFiles.test(Name));
  return forbidden ? postmarkError(411, `Attachments such as '${forbidden.Name}' are not allowed.`) : null;
}

function isMetadata(metadata: Record<string, string>): boolean {
  const entries = Object.entries(metadata);
  const { fields, key, value } = metadataLimits;
  return (
    entries.length <= fields && entries.every(([name, text]) => name.length <= key && text.length <= value)
  );
}

/** Splits `"Last, First" <a@b.example>, c@d.example` at the commas outside quotes and brackets. */
function splitList(list: string): string[] {
  return (list.match(/(?:"[^"]*"|<[^>]*>|[^,"<])+/g) ?? []).map((part) => part.trim()).filter(Boolean);
}

/** Returns a mailbox such as `Ann <ann@b.example>`, or null when its address is invalid. */
export function parseMailbox(mailbox: string): Mailbox | null {
  const { address, quoted, plain = '' } = namedAddress.exec(mailbox.trim())?.groups ?? {};
  const Email = (address ?? mailbox).trim();
  return bareAddressPattern.test(Email) ? { Email, Name: quoted ?? plain } : null;
}

/** Returns the mailboxes of a comma-separated list, or the first entry that is invalid. */
function parseMailboxList(list: string): { mailboxes: Mailbox[] } | { invalid: string } {
  const mailboxes: Mailbox[] = [];
  for (const entry of splitList(list)) {
    const mailbox = parseMailbox(entry);
    if (mailbox === null) return { invalid: entry };
    mailboxes.push(mailbox);
  }
  return { mailboxes };
}
