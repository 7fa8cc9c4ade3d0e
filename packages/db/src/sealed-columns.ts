/** A column of sealed texts. A text opens only with the identity of its own row. */
export type SealedColumn = { table: string; column: string; identity: (id: string) => string };

function sealedColumn(table: string, column: string, name: string): SealedColumn {
  return {
    table,
    column,
    identity: (id) => `${table}:${id}:${name}`,
  };
}

/** Every column of the database that holds sealed texts: what is not listed here is lost when its key is removed. */
export const sealedColumns = {
  accessToken: sealedColumn('smartsheet_connections', 'access_token_sealed', 'access_token'),
  refreshToken: sealedColumn('smartsheet_connections', 'refresh_token_sealed', 'refresh_token'),
  retiredAccessToken: sealedColumn('retired_accounts', 'access_token_sealed', 'access_token'),
  retiredRefreshToken: sealedColumn('retired_accounts', 'refresh_token_sealed', 'refresh_token'),
  webhookSecret: sealedColumn('smartsheet_webhooks', 'shared_secret_sealed', 'shared_secret'),
  outgoingSecret: sealedColumn('outgoing_webhooks', 'secret_sealed', 'secret'),
  previousOutgoingSecret: sealedColumn('outgoing_webhooks', 'previous_secret_sealed', 'previous_secret'),
  totpSecret: sealedColumn('users', 'totp_secret_sealed', 'totp_secret'),
} satisfies Record<string, SealedColumn>;
