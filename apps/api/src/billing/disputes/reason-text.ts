/** Returns a provider's code as words: `CANCELED_RECURRING_BILLING` becomes `Canceled recurring billing`. */
export function reasonText(code: string): string {
  const text = code.replaceAll('_', ' ').toLowerCase().trim();
  return text === '' ? 'Other' : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
