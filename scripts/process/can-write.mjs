import { accessSync, constants } from 'node:fs';

/** Whether this user may make files in a folder that exists. */
export function canWrite(folder) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
