const namedAddress = /^(?:"(?<quoted>[^"]*)"|(?<plain>[^<>"]*?))\s*<(?<address>[^<>]+)>$/;
const bareAddressPattern = /^[^\s@<>",]+@[^\s@<>",]+\.[^\s@<>",]+$/;

/** Splits `"Last, First" <a@b.example>, c@d.example` at the commas outside quotes and brackets. */
function splitList(list: string): string[] {
  return (list.match(/(?:"[^"]*"|<[^>]*>|[^,"<])+/g) ?? []).map((part) => part.trim()).filter(Boolean);
}

/** Returns the address of a mailbox such as `Ann <ann@b.example>`, or null when it is invalid. */
export function parseAddress(mailbox: string): string | null {
  const address = (namedAddress.exec(mailbox.trim())?.groups?.address ?? mailbox).trim();
  return bareAddressPattern.test(address) ? address : null;
}

/** Returns the addresses of a comma-separated list, or the first entry that is invalid. */
export function parseAddressList(list: string): { addresses: string[] } | { invalid: string } {
  const addresses: string[] = [];
  for (const mailbox of splitList(list)) {
    const address = parseAddress(mailbox);
    if (address === null) return { invalid: mailbox };
    addresses.push(address);
  }
  return { addresses };
}
