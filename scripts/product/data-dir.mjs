import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from '../process/lock-file.mjs';
import { Unusable } from '../unusable.mjs';

/** Creates the folder when it is missing, and locks it for this process. */
export function openDataDir(dataDir) {
  const logDir = join(dataDir, 'logs');
  let lock;
  try {
    mkdirSync(logDir, { recursive: true });
    lock = takeLock(join(dataDir, 'lock'));
  } catch (error) {
    if (error.code === 'ENOSPC')
      throw new Unusable(`The disk of ${dataDir} is full. Free some space there, and start again.`);
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

function random(bytes) {
  return randomBytes(bytes).toString('base64url');
}

/** Returns a password that is easy to read aloud and type, such as Badu-Kimo-Sefa-Lonu-42. */
function pronounceablePassword() {
  const letter = (letters) => letters[randomInt(letters.length)];
  const syllable = () => letter('bdfghjklmnprstvz') + letter('aeiou');
  const word = () => {
    const text = syllable() + syllable();
    return text[0].toUpperCase() + text.slice(1);
  };
  return [word(), word(), word(), word(), randomInt(10, 100)].join('-');
}

/** Without these the data in the database is lost, so they are never created again when there is a database. */
const irreplaceable = {
  SEALING_KEYS: () => `local:${randomBytes(32).toString('base64')}`,
  SECRET: () => randomBytes(32).toString('base64'),
  SANDBOX_CLIENT_SECRET: () => random(24),
};

/** Created when they are missing, because older data folders do not have them. */
const replaceable = {
  DATABASE_PASSWORD: () => random(24),
  DEMO_PASSWORD: pronounceablePassword,
};

function has(secrets) {
  return (name) => typeof secrets?.[name] === 'string';
}

function makeMissing(makers, secrets) {
  return Object.fromEntries(
    Object.entries(makers)
      .filter(([name]) => !has(secrets)(name))
      .map(([name, make]) => [name, make()]),
  );
}

function readSecrets(file) {
  try {
    const secrets = JSON.parse(readFileSync(file, 'utf8'));
    if (Object.keys(irreplaceable).every(has(secrets))) return secrets;
  } catch (error) {
    if (error.syscall)
      throw new Unusable(`Cannot read ${file} (${error.code}). Start as the user who made it.`);
  }
  throw new Unusable(`${file} is damaged. Restore it, or delete the whole folder to begin anew.`);
}

/** Returns the secrets of a local installation: created at the first start and stored, readable by this user only. */
export function localSecrets(dataDir) {
  const file = join(dataDir, 'secrets.json');
  const kept = existsSync(file) ? readSecrets(file) : makeMissing(irreplaceable, {});
  const missing = makeMissing(replaceable, kept);
  const secrets = { ...kept, ...missing };
  if (existsSync(file) && Object.keys(missing).length === 0) return secrets;
  // Renamed when it is complete, so that the file is never half written.
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}
