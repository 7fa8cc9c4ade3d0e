const automationDialogs = ['edit', 'delete', 'run', 'destinations'] as const;

export type AutomationDialog = (typeof automationDialogs)[number];

/** Returns the dialog that an address names, if it is one about an automation. */
export function findAutomationDialog(name: unknown): AutomationDialog | undefined {
  return automationDialogs.find((candidate) => candidate === name);
}
