/**
 * Returns the `Smartsheet-Change-Agent` of a write to an account. Callbacks name it, which distinguishes our own
 * changes from others'. It names the connection, because what one user writes is a change for another who shares the
 * sheet, and then the automation that writes, because rows that one adds are a change for the others that read the
 * sheet.
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
