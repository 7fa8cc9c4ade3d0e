const namedAddress = /^(?:"(?<quoted>[^"]*)"|(?<plain>[^<>"]*?))\s*<(?<address>[^<>]+)>$/;
const bareAddressPattern = /^[^\s@<>",]+@[^\s@<>",]+\.[^\s@<>",]+$/;

/** A mailbox as Postmark's answers have it. */
export type Mailbox = { Email: string; Name: string };

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
export function parseMailboxList(list: string): { mailboxes: Mailbox[] } | { invalid: string } {
  const mailboxes: Mailbox[] = [];
  for (const entry of splitList(list)) {
    const mailbox = parseMailbox(entry);
    if (mailbox === null) return { invalid: entry };
    mailboxes.push(mailbox);
  }
  return { mailboxes };
}
