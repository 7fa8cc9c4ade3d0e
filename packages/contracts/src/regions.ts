/** Where a Smartsheet account lives. Each region has its own addresses; an account exists in exactly one. */
export const regions = ['us', 'eu', 'au', 'gov'] as const;
export type Region = (typeof regions)[number];
export const defaultRegion: Region = 'us';

/** What the user picks from when asked "Where is your Smartsheet account?". */
export const regionNames: Record<Region, string> = {
  us: 'United States',
  eu: 'Europe',
  au: 'Australia',
  gov: 'Smartsheet Gov',
};

/** `needs_reconnect`: there is a connection, but Smartsheet refuses it until the user connects again. */
export const connectionStates = ['not_connected', 'connected', 'needs_reconnect'] as const;
/** The scopes that Connect requests. ADMIN_SHEETS changes dropdown options, ADMIN_WEBHOOKS makes updates real-time. */
export const smartsheetScopes = ['READ_SHEETS', 'WRITE_SHEETS', 'ADMIN_SHEETS', 'ADMIN_WEBHOOKS'] as const;
