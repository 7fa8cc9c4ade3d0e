/** Stands for an address that Smartsheet did not tell. */
const placeholder = '{email}';

/** Returns the name of the account at Smartsheet for a screen. */
export function accountName(email: string): string {
  return email === placeholder ? 'Smartsheet Account' : email;
}
