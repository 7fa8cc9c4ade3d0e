/** The account behind a token ("Get Current User"). */
export type SmartsheetUser = {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  /** The organisation account, when Smartsheet tells it. */
  account: { id: string; name: string } | null;
  /** Whether the user has a license (`licensedSheetCreator`); null when Smartsheet does not tell. */
  licensed: boolean | null;
};
