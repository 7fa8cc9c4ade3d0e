// What the start command itself needs to know; every other setting is passed on and checked by the process it is for.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { root } from '../toolchain.mjs';
import { Unusable } from '../unusable.mjs';

/** Reads a dotenv text; a line that is neither empty, a comment nor NAME=value is refused by its number. */
export function readDotenv(text) {
  const unquoted = text.replace(/=\s*(["'`])([\s\S]*?)\1/g, (quoted) => quoted.replace(/[^\n=]/g, '_'));
  unquoted.split('\n').forEach((line, index) => {
    if (/^\s*(#.*)?$/.test(line) || /^\s*(export\s+)?[A-Za-z_]\w*\s*=/.test(line) || /^_+\s*$/.test(line))
      return;
    throw new Unusable(`.env, line ${index + 1}: not of the form NAME=value. Correct it, then start again.`);
  });
  return parseEnv(text);
}

function port(env, name, standard) {
  const text = env[name] ?? String(standard);
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 65535)
    throw new Unusable(`${name} is "${text}", which is not a port. Use a number from 1 to 65535.`);
  return number;
}

/** Settings of a start: the environment wins over the dotenv file. Throws `Unusable` with one sentence. */
export function readSettings(processEnv = process.env, file = join(root, '.env')) {
  const dotenv = existsSync(file) ? readDotenv(readFileSync(file, 'utf8')) : {};
  // An empty value counts as not given, as in a copied .env.example.
  const env = Object.fromEntries(
    Object.entries({ ...dotenv, ...processEnv }).filter(([, value]) => value?.trim()),
  );
  const settings = {
    env,
    port: port(env, 'PORT', 3000),
    sandboxPort: port(env, 'SANDBOX_PORT', 4010),
    dataDir: resolve(root, env.DATA_DIR || '.data'),
    databaseUrl: env.DATABASE_URL || undefined,
    sandboxSmartsheet: !env.SMARTSHEET_CLIENT_ID,
    sandboxMail: !env.POSTMARK_TOKEN,
  };
  if (settings.port === settings.sandboxPort)
    throw new Unusable('PORT and SANDBOX_PORT are the same. Give each a port of its own.');
  return { ...settings, sandbox: settings.sandboxSmartsheet || settings.sandboxMail };
}

export function makeDataDir(dataDir) {
  try {
    mkdirSync(join(dataDir, 'logs'), { recursive: true });
    writeFileSync(join(dataDir, 'logs', '.writable'), '');
  } catch (error) {
    throw new Unusable(
      `Cannot write to ${dataDir} (${error.code}). Give this user write permission there, or choose another folder with DATA_DIR.`,
    );
  }
}

/** Keys of a local installation: made at the first start and kept, readable by this user alone. */
export function localSecrets(dataDir) {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      throw new Unusable(`${file} is damaged. Restore it, or delete the whole folder to begin anew.`);
    }
  }
  const secrets = {
    SEALING_KEYS: `local:${randomBytes(32).toString('base64')}`,
    SECRET: randomBytes(32).toString('base64'),
    SANDBOX_CLIENT_SECRET: randomBytes(24).toString('base64url'),
  };
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}
