import type { Column, Contact } from '../smartsheet/model.ts';

/** The value the page sends for a cell: a list for several values, contacts as typed text, null to clear it. */
type TypedValue = string | number | boolean | string[] | null;

const namedContact = /^"?(?<name>[^"<]*?)"?\s*<(?<email>[^<>]+)>$/;

/** Returns the contacts of `Ann Lee <ann@b.example>, bo@c.example`. Text without an @ is a name. */
function parseContacts(text: string): Contact[] {
  const pieces = text.split(/[,;]/).map((part) => part.trim());
  return pieces.filter(Boolean).map((part) => {
    const { name, email } = namedContact.exec(part)?.groups ?? {};
    if (email) return name ? { name, email } : { email };
    return part.includes('@') ? { email: part } : { name: part };
  });
}

/**
 * Returns the cell of a Smartsheet request that writes what a person typed. `strict` is false, as in Smartsheet's own
 * grid: free text is allowed unless the column is restricted.
 */
export function toCellRequest(column: Column, typed: TypedValue): Record<string, unknown> {
  const cell = { columnId: column.id, strict: false };
  if (typed === null || typed === '') return { ...cell, value: '' };
  if (column.type === 'MULTI_PICKLIST') {
    const values = Array.isArray(typed) ? typed : [String(typed)];
    return values.length === 0
      ? { ...cell, value: '' }
      : { ...cell, objectValue: { objectType: 'MULTI_PICKLIST', values } };
  }
  if (Array.isArray(typed)) return { ...cell, value: typed.join(', ') };
  if (column.type === 'MULTI_CONTACT_LIST') {
    return { ...cell, objectValue: { objectType: 'MULTI_CONTACT', values: parseContacts(String(typed)) } };
  }
  if (column.type === 'CONTACT_LIST') {
    const [contact = {}] = parseContacts(String(typed));
    return { ...cell, objectValue: { objectType: 'CONTACT', ...contact } };
  }
  return { ...cell, value: typed };
}
