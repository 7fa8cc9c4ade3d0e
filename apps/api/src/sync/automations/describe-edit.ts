/** Returns what an edit of an automation or of a rule has done, as a message for the user. */
export function describeEdit({ isActive }: { isActive?: boolean | undefined }): string {
  if (isActive === undefined) return 'Automation updated';
  return isActive ? 'Automation activated' : 'Automation deactivated';
}
