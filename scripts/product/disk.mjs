import { statfsSync } from 'node:fs';

/** The database needs as much for its next file. */
const leastBytes = 16 * 1024 * 1024;

function countFreeBytes(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // Whatever is wrong with the folder, it is not known to be full.
    return Number.POSITIVE_INFINITY;
  }
}

/** Returns whether the disk of a folder is so full that the product cannot work on it. */
export function isDiskFull(folder) {
  return countFreeBytes(folder) < leastBytes;
}
