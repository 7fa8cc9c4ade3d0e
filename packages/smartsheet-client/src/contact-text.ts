/** A person in a cell or in the list of a contact column. Smartsheet knows a person by the address. */
export type Contact = { name: string | null; email: string | null };

const named = /^(?<name>.*?)\s*<(?<email>[^<>]*)>\s*$/s;

/**
 * Returns a contact as one text: `Ann Lee <ann@b.example>`, or the address or the name alone where it has no other. So a list of
 * contacts is read, compared and written like one of texts. It holds names and addresses: never store or log it.
 */
export function toContactText({ name, email }: Contact): string {
  const [shownName, address] = [name?.trim() ?? '', email?.trim() ?? ''];
  if (address === '') return shownName;
  return shownName === '' ? address : `${shownName} <${address}>`;
}

/** Returns the contact of a text that `toContactText` has made, or that a person has typed. */
export function parseContactText(text: string): Contact {
  const { name = '', email = '' } = named.exec(text)?.groups ?? {};
  if (isAddress(email.trim())) return { name: name.trim() || null, email: email.trim() };
  const whole = text.trim();
  return isAddress(whole) ? { name: null, email: whole } : { name: whole || null, email: null };
}

/** Returns whether a text looks like the address of a mailbox: Smartsheet itself decides what it takes for one. */
function isAddress(text: string): boolean {
  return /^[^\s<>@,;"]+@[^\s<>@,;"]+$/.test(text);
}
