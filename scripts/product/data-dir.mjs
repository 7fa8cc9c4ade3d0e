import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from '../process/lock-file.mjs';
import { Unusable } from '../unusable.mjs';

/** Makes the folder where it is missing, and takes it for this process alone. */
export function openDataDir(dataDir) {
  const logDir = join(dataDir, 'logs');
  let lock;
  try {
    mkdirSync(logDir, { recursive: true });
    lock = takeLock(join(dataDir, 'lock'));
  } catch (error) {
    throw new Unusable(
      `Cannot write to ${dataDir} (${error.code}). Give this user write permission there, or choose another folder with DATA_DIR.`,
    );
  }
  if (!lock.release)
    throw new Unusable(
      `Picksync already runs on ${dataDir} (process ${lock.owner}). Stop it first, or choose another folder with DATA_DIR.`,
    );
  return { logDir, release: lock.release };
}

const isComplete = (secrets) =>
  ['SEALING_KEYS', 'SECRET', 'SANDBOX_CLIENT_SECRET'].every((name) => typeof secrets?.[name] === 'string');

function readSecrets(file) {
  try {
    const secrets = JSON.parse(readFileSync(file, 'utf8'));
    if (isComplete(secrets)) return secrets;
  } catch (error) {
    if (error.syscall)
      throw new Unusable(`Cannot read ${file} (${error.code}). Start as the user who made it.`);
  }
  throw new Unusable(`${file} is damaged. Restore it, or delete the whole folder to begin anew.`);
}

/** Keys of a local installation: made at the first start and kept, readable by this user alone. */
export function localSecrets(dataDir) {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) return readSecrets(file);
  const secrets = {
    SEALING_KEYS: `local:${randomBytes(32).toString('base64')}`,
    SECRET: randomBytes(32).toString('base64'),
    SANDBOX_CLIENT_SECRET: randomBytes(24).toString('base64url'),
  };
  // Under its name the file is whole, or not there.
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}
