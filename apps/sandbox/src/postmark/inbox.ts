import type { Mailbox } from './message.input.ts';

/** What Postmark tells of a mail besides its content. */
export type Envelope = {
  From: string;
  To: Mailbox[];
  Cc: Mailbox[];
  Bcc: Mailbox[];
  Tag: string;
  MessageStream: string;
  Attachments: string[];
};

/** One mail. `to` holds every address it went to, without names. */
export type Mail = {
  id: string;
  at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** What the sender gave with it, by which it is found again. */
  metadata?: Record<string, string>;
  envelope: Envelope;
};

type Bounce = ReturnType<typeof toBounce>;

/**
 * Mails, oldest first, the addresses that Postmark treats as inactive, and what came back. Plain data, so it can be
 * saved.
 */
export type Inbox = { mails: Mail[]; inactive: string[]; bounces: Bounce[] };

/** Older mails are dropped, so that a load test cannot fill the memory. */
export const inboxLimit = 500;

export function addMail(inbox: Inbox, mail: Mail): void {
  inbox.mails.push(mail);
  if (inbox.mails.length > inboxLimit) inbox.mails.splice(0, inbox.mails.length - inboxLimit);
}

/** Returns mails, newest first. `to` compares whole addresses and ignores case. */
export function listMails(inbox: Inbox, filter: { to?: string | undefined; limit: number }): Mail[] {
  const recipient = filter.to?.trim().toLowerCase();
  const matching = recipient
    ? inbox.mails.filter((mail) => mail.to.some((address) => address.toLowerCase() === recipient))
    : inbox.mails;
  return matching.slice(-filter.limit).reverse();
}

export function isInactive({ inactive }: Inbox, address: string): boolean {
  return inactive.some((one) => one.toLowerCase() === address.toLowerCase());
}

/** Takes addresses off the list of those that Postmark has given up. */
export function reactivate(inbox: Inbox, addresses: string[]): void {
  const active = new Set(addresses.map((address) => address.toLowerCase()));
  inbox.inactive = inbox.inactive.filter((address) => !active.has(address.toLowerCase()));
}

const kinds = {
  hard_bounce: { RecordType: 'Bounce', Type: 'HardBounce', TypeCode: 1, Name: 'Hard bounce', Inactive: true },
  soft_bounce: {
    RecordType: 'Bounce',
    Type: 'SoftBounce',
    TypeCode: 4096,
    Name: 'Soft bounce',
    Inactive: false,
  },
  complaint: {
    RecordType: 'SpamComplaint',
    Type: 'SpamComplaint',
    TypeCode: 100_001,
    Name: 'Spam complaint',
    Inactive: true,
  },
} as const;
type BounceKind = keyof typeof kinds;
export const bounceKinds = Object.keys(kinds) as [BounceKind, ...BounceKind[]];

/** Returns what came back of a mail, as Postmark's events and lists tell it. */
function toBounce(
  mail: Mail,
  kind: BounceKind,
  { id, address, at }: { id: number; address: string; at: Date },
) {
  const { RecordType, Type, TypeCode, Name, Inactive } = kinds[kind];
  const { Tag, MessageStream } = mail.envelope;
  return {
    RecordType,
    ID: id,
    Type,
    TypeCode,
    Name,
    Tag,
    MessageID: mail.id,
    ServerID: 1,
    MessageStream,
    Description: `${Name} of the sandbox.`,
    Details: '',
    Email: address,
    From: mail.from,
    BouncedAt: at.toISOString(),
    DumpAvailable: false,
    Inactive,
    CanActivate: kind !== 'complaint',
    Subject: mail.subject,
    Metadata: mail.metadata ?? {},
  };
}

/** Records that a mail came back from each of its addresses, and gives up those that will never take one. */
export function recordBounces(
  inbox: Inbox,
  mail: Mail,
  { kind, at }: { kind: BounceKind; at: Date },
): Bounce[] {
  const bounces = mail.to.map((address, n) =>
    toBounce(mail, kind, { id: at.getTime() + inbox.bounces.length + n, address, at }),
  );
  inbox.bounces = [...inbox.bounces, ...bounces].slice(-inboxLimit);
  if (kinds[kind].Inactive) inbox.inactive = [...new Set([...inbox.inactive, ...mail.to])];
  return bounces;
}
