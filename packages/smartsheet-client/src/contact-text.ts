/** A person in a cell or in the list of a contact column. Smartsheet knows a person by the address. */
export type Contact = { name: string | null; email: string | null };

/**
 * Returns a contact as one text: `Ann Lee <ann@b.example>`, or the address or the name alone where it has no other. So a list of
 * contacts is read, compared and written like one of texts. It holds names and addresses: never store or log it.
 */
export function toContactText({ name, email }: Contact): string {
  const [shownName, address] = [name?.trim() ?? '', email?.trim() ?? ''];
  if (address === '') return shownName;
  return shownName === '' ? address : `${shownName} <${address}>`;
}

/** Returns the contact of a text that `toContactText` has made, or that a person has typed. Takes time in step with its length. */
export function parseContactText(text: string): Contact {
  const whole = text.trim();
  const bracket = whole.endsWith('>') ? whole.lastIndexOf('<') : -1;
  const email = bracket === -1 ? whole : whole.slice(bracket + 1, -1).trim();
  if (!isAddress(email)) return { name: whole || null, email: null };
  return { name: whole.slice(0, Math.max(bracket, 0)).trim() || null, email };
}

/** Returns whether a text looks like the address of a mailbox: Smartsheet itself decides what it takes for one. */
function isAddress(text: string): boolean {
  return /^[^\s\p{C}<>@,;"]+@[^\s\p{C}<>@,;"]+$/u.test(text);
}
