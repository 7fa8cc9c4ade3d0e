/**
 * The `Smartsheet-Change-Agent` of every write to an account: callbacks name it, and so our own changes are told from
 * others'. One per account, because what one account writes is news to another that shares the sheet.
 */
export const changeAgentOf = (connectionId: string): string => `picksync-${connectionId}`;
