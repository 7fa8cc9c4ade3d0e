/** What stands for an address that Smartsheet did not tell. */
const placeholder = '{email}';

/** Returns what the account at Smartsheet is called on a screen. */
export function accountName(email: string): string {
  return email === placeholder ? 'Smartsheet Account' : email;
}
