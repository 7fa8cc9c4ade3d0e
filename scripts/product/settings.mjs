// The settings that the start command itself needs; all others are passed on and checked by their process.
import { resolve } from 'node:path';
import { root } from '../root.mjs';
import { Unusable } from '../unusable.mjs';
import { readCommit } from './commit.mjs';
import { readDotenvFile } from './dotenv.mjs';

function port(env, name, standard) {
  const text = env[name] ?? String(standard);
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 65535)
    throw new Unusable(`${name} is "${text}", which is not a port. Use a number from 1 to 65535.`);
  return number;
}

/**
 * The other providers and the setting that shows that they are configured. The sandbox stands in for them only if it
 * also stands in for Smartsheet and mail.
 */
const furtherProviders = {
  Google: 'GOOGLE_CLIENT_ID',
  Microsoft: 'MICROSOFT_CLIENT_ID',
  PayPal: 'PAYPAL_CLIENT_ID',
  Razorpay: 'RAZORPAY_KEY_ID',
};

/** Returns the names of the providers that the sandbox stands in for. */
function selectStandIns({ env, sandboxSmartsheet, sandboxMail }) {
  const further = Object.keys(furtherProviders).filter((name) => !env[furtherProviders[name]]);
  return [
    ...(sandboxSmartsheet ? ['Smartsheet'] : []),
    ...(sandboxMail ? ['the mail provider'] : []),
    ...(sandboxSmartsheet && sandboxMail ? further : []),
  ];
}

const providers = ['SMARTSHEET_CLIENT_ID', 'SMARTSHEET_CLIENT_SECRET', 'POSTMARK_TOKEN'];

function refuseSandboxInProduction(env) {
  if (env.NODE_ENV !== 'production') return;
  const missing = providers.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new Unusable(
      `In production (NODE_ENV) the sandbox stands in for nothing. Set ${missing.join(' and ')}, see .env.example.`,
    );
}

function databaseUrl(env, name) {
  const text = env[name];
  // Several hosts are separated by commas, which no URL has.
  const first = text?.replace(/^(\w+:\/\/(?:[^@/]*@)?[^/?,]*),[^/?]*/, '$1');
  if (text === undefined || /^postgres(ql)?:$/.test(URL.parse(first)?.protocol ?? '')) return text;
  throw new Unusable(`${name} is not an address of the form postgres://user:password@host:port/database.`);
}

/**
 * Settings of a start: the environment wins over the dotenv file, which `ENV_FILE` can replace by another. Throws
 * `Unusable` with one sentence.
 */
export function readSettings(processEnv = process.env) {
  const { ENV_FILE } = processEnv;
  const dotenv = readDotenvFile(resolve(root, ENV_FILE || '.env'), { mayBeMissing: !ENV_FILE });
  // An empty value counts as not given, as in a copied .env.example.
  const env = Object.fromEntries(
    Object.entries({ ...dotenv, ...processEnv }).filter(([, value]) => value?.trim()),
  );
  refuseSandboxInProduction(env);
  const settings = {
    env,
    host: env.HOST,
    port: port(env, 'PORT', 3000),
    sandboxPort: port(env, 'SANDBOX_PORT', 4010),
    dataDir: resolve(root, env.DATA_DIR || '.data'),
    commit: readCommit(),
    databaseUrl: databaseUrl(env, 'DATABASE_URL'),
    databaseOwnerUrl: databaseUrl(env, 'DATABASE_OWNER_URL'),
    sandboxSmartsheet: !env.SMARTSHEET_CLIENT_ID,
    sandboxMail: !env.POSTMARK_TOKEN,
  };
  if (settings.databaseOwnerUrl && !settings.databaseUrl)
    throw new Unusable('DATABASE_OWNER_URL is given without DATABASE_URL. Give both, or neither.');
  const sandbox = settings.sandboxSmartsheet || settings.sandboxMail;
  if (sandbox && settings.port === settings.sandboxPort)
    throw new Unusable('PORT and SANDBOX_PORT are the same. Give each a port of its own.');
  const standIns = selectStandIns(settings);
  const sandboxAll = standIns.length === 2 + Object.keys(furtherProviders).length;
  return {
    ...settings,
    apiPort: settings.port,
    sandbox,
    sandboxAll,
    standIns,
    demo: sandboxAll && !settings.databaseUrl,
  };
}
