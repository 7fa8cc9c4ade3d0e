import { accessSync, constants } from 'node:fs';

/** Returns whether this user may create files in an existing folder. */
export function canWrite(folder) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
