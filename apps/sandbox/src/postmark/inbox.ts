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
};

/** Mails, oldest first, and the addresses that Postmark treats as inactive. Plain data, so it can be saved. */
export type Inbox = { mails: Mail[]; inactive: string[] };

/** Older mails are dropped, so that a load test cannot fill the memory. */
export const inboxLimit = 500;

export function createInbox(): Inbox {
  return { mails: [], inactive: [] };
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

export function findInactive(inbox: Inbox, addresses: string[]): string[] {
  const inactive = new Set(inbox.inactive.map((address) => address.toLowerCase()));
  return addresses.filter((address) => inactive.has(address.toLowerCase()));
}
