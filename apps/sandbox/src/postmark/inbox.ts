/** One mail as the inbox shows it. `to` holds every bare address the mail went to. */
export type Mail = {
  id: string;
  at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
};

/** Mails oldest first, and the addresses the provider would refuse as inactive. Plain data, so that it can be saved. */
export type Inbox = { mails: Mail[]; inactive: string[] };

/** The inbox keeps the newest mails only, so that a load test cannot fill the memory. */
export const inboxLimit = 500;

export function createInbox(): Inbox {
  return { mails: [], inactive: [] };
}

export function addMail(inbox: Inbox, mail: Mail): void {
  inbox.mails.push(mail);
  if (inbox.mails.length > inboxLimit) inbox.mails.splice(0, inbox.mails.length - inboxLimit);
}

/** Newest first; `to` compares whole addresses without regard to case. */
export function listMails(inbox: Inbox, filter: { to?: string | undefined; limit: number }): Mail[] {
  const wanted = filter.to?.trim().toLowerCase();
  const matching = wanted
    ? inbox.mails.filter((mail) => mail.to.some((address) => address.toLowerCase() === wanted))
    : inbox.mails;
  return matching.slice(-filter.limit).reverse();
}

export function findInactive(inbox: Inbox, addresses: string[]): string[] {
  const inactive = new Set(inbox.inactive.map((address) => address.toLowerCase()));
  return addresses.filter((address) => inactive.has(address.toLowerCase()));
}
