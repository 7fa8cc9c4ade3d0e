export type QueryValue = string | number | boolean | readonly string[] | Date | undefined;

/** Lists are one comma-joined value; names are case-sensitive; empty lists are left out. */
export function queryText(query: Record<string, QueryValue> = {}) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : value instanceof Date ? value.toISOString() : value;
    if (text !== undefined && text !== '') params.set(name, String(text));
  }
  return params.size === 0 ? '' : `?${params}`;
}
