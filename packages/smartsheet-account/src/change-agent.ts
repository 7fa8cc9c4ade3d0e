/**
 * Returns the `Smartsheet-Change-Agent` of a write to an account: callbacks name it, and so our own changes are told
 * from others'. One per connection, because what one user writes is news to another who shares the sheet, and behind it
 * the automation that writes, because rows that one adds are news to the others that read the sheet.
 */
export function changeAgentOf(connectionId: string, automationId?: string): string {
  const ofConnection = `picksync-${connectionId}`;
  return automationId === undefined ? ofConnection : `${ofConnection},${ofAutomation}${automationId}`;
}

const ofAutomation = 'picksync-automation-';

/** Returns the automation that a change agent names; undefined when it names none. */
export function automationOfAgent(changeAgent: string): string | undefined {
  const links = changeAgent.split(',').map((link) => link.trim());
  return links.findLast((link) => link.startsWith(ofAutomation))?.slice(ofAutomation.length);
}
