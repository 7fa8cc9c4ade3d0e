import type { Mailbox } from './addresses.ts';

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
  envelope?: Envelope;
};

/** What came back of a mail, as Postmark's events and lists tell it. */
export type Bounce = {
  RecordType: 'Bounce' | 'SpamComplaint';
  ID: number;
  Type: string;
  TypeCode: number;
  Name: string;
  Tag: string;
  MessageID: string;
  ServerID: number;
  MessageStream: string;
  Description: string;
  Details: string;
  Email: string;
  From: string;
  BouncedAt: string;
  DumpAvailable: boolean;
  Inactive: boolean;
  CanActivate: boolean;
  Subject: string;
  Metadata: Record<string, string>;
};

/**
 * Mails, oldest first, the addresses that Postmark treats as inactive, and what came back. Plain data, so it can be
 * saved.
 */
export type Inbox = { mails: Mail[]; inactive: string[]; bounces?: Bounce[] };

/** Older mails are dropped, so that a load test cannot fill the memory. */
export const inboxLimit = 500;

export function createInbox(): Inbox {
  return { mails: [], inactive: [], bounces: [] };
}

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

/** Returns whether Postmark has given an address up. */
export function isInactive({ inactive }: Inbox, address: string): boolean {
  return inactive.some((one) => one.toLowerCase() === address.toLowerCase());
}

/** Takes addresses off the list of those that Postmark has given up. */
export function reactivate(inbox: Inbox, addresses: string[]): void {
  const active = new Set(addresses.map((address) => address.toLowerCase()));
  inbox.inactive = inbox.inactive.filter((address) => !active.has(address.toLowerCase()));
}
