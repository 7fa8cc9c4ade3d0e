import { join } from 'node:path';
import { root } from '../root.mjs';
import { childEnvironment } from '../toolchain/environment.mjs';
import { reachableHost } from './health.mjs';

const sandboxClientId = 'picksync-local';
const sandboxWebhookId = 'SANDBOX0WEBHOOK01';

/** What stands in for the providers without credentials. */
function standIns({ settings, secrets, sandboxUrl }) {
  const smartsheet = {
    SMARTSHEET_CLIENT_ID: sandboxClientId,
    SMARTSHEET_CLIENT_SECRET: secrets.SANDBOX_CLIENT_SECRET,
    SMARTSHEET_API_BASE: `${sandboxUrl}/2.0`,
    SMARTSHEET_AUTHORIZE_BASE: `http://localhost:${settings.sandboxPort}/b/authorize`,
    SMARTSHEET_CALLBACK_BASE: `http://${reachableHost(settings.host)}:${settings.apiPort}`,
  };
  const mail = {
    POSTMARK_TOKEN: 'sandbox',
    // Nobody gets these mails, and many may try the product from one address.
    MAILS_PER_HOUR: settings.env.MAILS_PER_HOUR || '1000',
    POSTMARK_HOST: `127.0.0.1:${settings.sandboxPort}`,
    POSTMARK_WEBHOOK_PASSWORD: secrets.SANDBOX_CLIENT_SECRET,
    SANDBOX_INBOX: `http://localhost:${settings.sandboxPort}/#/inbox`,
  };
  return {
    ...(settings.sandboxSmartsheet && smartsheet),
    ...(settings.sandboxMail && mail),
    // Whoever stands in for Google says who signs in, and for PayPal who has paid: only where nothing is real.
    ...(settings.sandboxSmartsheet &&
      settings.sandboxMail && {
        ...signIn({ settings, secrets, sandboxUrl }),
        ...payments({ settings, secrets, sandboxUrl }),
      }),
    // So that a program on this machine can be told what happened.
    ...(settings.sandboxAll && { OUTGOING_WEBHOOK_TARGETS: 'anywhere' }),
  };
}

/** PayPal and Razorpay, each unless it is given. */
function payments({ settings: { env }, secrets, sandboxUrl }) {
  const secret = secrets.SANDBOX_CLIENT_SECRET;
  return {
    ...(!env.PAYPAL_CLIENT_ID && {
      PAYPAL_CLIENT_ID: sandboxClientId,
      PAYPAL_CLIENT_SECRET: secret,
      PAYPAL_API_BASE: `${sandboxUrl}/paypal`,
      PAYPAL_WEBHOOK_ID: sandboxWebhookId,
    }),
    ...(!env.RAZORPAY_KEY_ID && {
      RAZORPAY_KEY_ID: sandboxClientId,
      RAZORPAY_KEY_SECRET: secret,
      RAZORPAY_API_BASE: `${sandboxUrl}/razorpay`,
      RAZORPAY_WEBHOOK_SECRET: secret,
    }),
  };
}

const sharedWithSandbox = [
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_WEBHOOK_ID',
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'POSTMARK_WEBHOOK_PASSWORD',
];

/** What is entered at each provider so that it can tell the product what happened. */
function sandboxCallbacks({ settings, standIn }) {
  const url = `http://${reachableHost(settings.host)}:${settings.apiPort}/api`;
  const shared = sharedWithSandbox.filter((name) => name in standIn).map((name) => [name, standIn[name]]);
  return {
    ...Object.fromEntries(shared),
    ...(standIn.PAYPAL_API_BASE && { PAYPAL_WEBHOOK_URL: `${url}/subscription/paypal/webhook` }),
    ...(standIn.RAZORPAY_API_BASE && { RAZORPAY_WEBHOOK_URL: `${url}/subscription/razorpay/webhook` }),
    ...(standIn.POSTMARK_HOST && {
      POSTMARK_WEBHOOK_URL: `${url}/webhooks/postmark`,
      POSTMARK_SERVER_TOKEN: standIn.POSTMARK_TOKEN,
      ...(settings.env.MAIL_FROM && { POSTMARK_SENDERS: getAddress(settings.env.MAIL_FROM) }),
    }),
  };
}

/** Returns the address of a sender, which may have a name before it. */
function getAddress(sender) {
  return /<([^>]+)>/.exec(sender)?.[1] ?? sender;
}

/** Google and Microsoft, each unless it is given. */
function signIn({ settings: { env, sandboxPort }, secrets, sandboxUrl }) {
  const browserUrl = `http://localhost:${sandboxPort}`;
  const client = (name) => ({
    [`${name}_CLIENT_ID`]: sandboxClientId,
    [`${name}_CLIENT_SECRET`]: secrets.SANDBOX_CLIENT_SECRET,
  });
  return {
    ...(!env.GOOGLE_CLIENT_ID && {
      ...client('GOOGLE'),
      GOOGLE_API_BASE: `${sandboxUrl}/google`,
      GOOGLE_AUTHORIZE_BASE: `${browserUrl}/google/o/oauth2/v2/auth`,
    }),
    ...(!env.MICROSOFT_CLIENT_ID && {
      ...client('MICROSOFT'),
      MICROSOFT_TENANT: 'common',
      MICROSOFT_API_BASE: `${sandboxUrl}/microsoft`,
      MICROSOFT_AUTHORIZE_BASE: `${browserUrl}/microsoft/common/oauth2/v2.0/authorize`,
    }),
  };
}

/** What is entered at Google and Microsoft so that they send a browser back to the product and nowhere else. */
function signInRedirects(publicUrl) {
  if (!URL.canParse(publicUrl)) return '';
  return ['google', 'microsoft']
    .map((name) => new URL(`/api/auth/${name}/callback`, publicUrl).href)
    .join(',');
}

/** What the stand-in for other people's services must never know of ours. */
const providerSecrets = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SEALING_KEYS',
  'SECRET',
  'SMARTSHEET_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'MICROSOFT_CLIENT_SECRET',
  'PAYPAL_CLIENT_SECRET',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'POSTMARK_TOKEN',
  'POSTMARK_WEBHOOK_PASSWORD',
  'POSTGRES_PASSWORD',
  'DATABASE_PASSWORD',
  'DEMO_PASSWORD',
];

/** What only migrations, the start itself or the compose file need. */
const ownerSecrets = ['DATABASE_OWNER_URL', 'DATABASE_PASSWORD', 'POSTGRES_PASSWORD', 'DEMO_PASSWORD'];

function without(env, names) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

/**
 * The environment of each process. What the person set wins; what is missing is filled in for a local installation,
 * and the sandbox stands in for every provider without credentials.
 */
export function productEnvironments({ settings, secrets, database, healthPort }) {
  const sandboxUrl = `http://127.0.0.1:${settings.sandboxPort}`;
  const tools = childEnvironment();
  const given = { ...tools, ...settings.env, PATH: tools.PATH, HOME: tools.HOME };
  const { SEALING_KEYS, SECRET, SANDBOX_CLIENT_SECRET, DEMO_PASSWORD } = secrets;
  const standIn = standIns({ settings, secrets, sandboxUrl });
  const product = {
    SEALING_KEYS,
    SECRET,
    PUBLIC_URL: `http://localhost:${settings.port}`,
    // Nobody stands in front who would have to hear of it first.
    STOP_DELAY_MS: '0',
    ...(settings.commit && { COMMIT: settings.commit }),
    ...without(given, ownerSecrets),
    DATABASE_URL: database.url,
    ...standIn,
  };
  return {
    sandboxUrl,
    migrate: { ...tools, DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl },
    sandbox: {
      ...without(given, providerSecrets),
      HOST: '127.0.0.1',
      PORT: String(settings.sandboxPort),
      DATA_FILE: join(settings.dataDir, 'sandbox.json'),
      CLIENT_ID: sandboxClientId,
      CLIENT_SECRET: SANDBOX_CLIENT_SECRET,
      SIGN_IN_REDIRECT_URIS: signInRedirects(product.PUBLIC_URL),
      ...sandboxCallbacks({ settings, standIn }),
    },
    api: {
      ...product,
      ...(settings.demo && { DEMO_PASSWORD }),
      PORT: String(settings.apiPort),
      ...(!settings.isDevelopment && { WEB_DIST: join(root, 'apps/web/dist') }),
      DOCS_DIST: join(root, 'apps/docs/dist'),
    },
    web: {
      ...tools,
      PORT: String(settings.port),
      HOST: settings.host ?? '127.0.0.1',
      API_ORIGIN: `http://${reachableHost(settings.host)}:${settings.apiPort}`,
    },
    worker: { ...product, HOST: '127.0.0.1', PORT: String(healthPort) },
  };
}
