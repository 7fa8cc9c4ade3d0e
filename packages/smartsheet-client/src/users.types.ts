/** The account behind a token ("Get Current User"). */
export type SmartsheetUser = {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  /** The organisation account, when Smartsheet tells it. */
  account: { id: string; name: string } | null;
};
