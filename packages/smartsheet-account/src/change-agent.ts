/**
 * Returns the `Smartsheet-Change-Agent` of every write to an account: callbacks name it, and so our own changes are told
 * from others'. One per connection, because what one user writes is news to another who shares the sheet.
 */
export function changeAgentOf(connectionId: string): string {
  return `picksync-${connectionId}`;
}
