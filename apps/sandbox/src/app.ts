import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { createChanges } from './changes.ts';
import { registerChannels } from './channels/channels.routes.ts';
import type { Config } from './config.ts';
import { registerConsole } from './console/console.routes.ts';
import type { SandboxDeps } from './deps.ts';
import { createHeldCalls, noFaults } from './faults/faults.ts';
import { registerIdentity } from './identity/identity.ts';
import { createDeliveries } from './payments/deliveries.ts';
import { registerPaypal } from './paypal/paypal.ts';
import { createTransmissions } from './paypal/transmissions.ts';
import { registerPostmark } from './postmark/postmark.ts';
import { registerRazorpay } from './razorpay/razorpay.ts';
import { createCallLog } from './smartsheet/api/call-log.ts';
import { createRateLimit } from './smartsheet/api/rate-limit.ts';
import { newId } from './smartsheet/ids.ts';
import { seed } from './smartsheet/seed/seed.ts';
import { registerSmartsheet } from './smartsheet/smartsheet.ts';
import { createWebhookDispatcher } from './smartsheet/webhooks/webhook-dispatcher.ts';
import { createStateFile } from './state/state.file.ts';
import { createState, type State } from './state/state.ts';
import { registerTestApi } from './test-api/test-api.routes.ts';

export type Sandbox = {
  app: FastifyInstance;
  state: State;
  /** Stops listening and saves what is not saved yet. */
  close: () => Promise<void>;
};

type Options = { config: Config; now: () => Date; random: () => number; log?: FastifyBaseLogger };

const maxBody = 64 * 1024 * 1024;

/** Builds the sandbox without listening yet. The state is read from the file if there is one, else seeded. */
export function createSandbox({ config: given, now, random, log }: Options): Sandbox {
  const config = { ...given };
  const app = fastify({
    bodyLimit: maxBody,
    forceCloseConnections: true,
    // Older versions of Smartsheet's SDKs end the URL of a list with a slash.
    routerOptions: { ignoreTrailingSlash: true },
    ...(log ? { loggerInstance: log.child({}, { level: 'warn' }) } : {}),
  });
  const { deps, dispatcher, deliveries } = createDeps({ config, now, random });
  const { state } = deps;
  const file = openStateFile(deps, app.log);
  const calls = createCallLog(now);
  const limit = createRateLimit({ limit: config.RATE_LIMIT, now });
  const channels = registerChannels(app, deps);
  const identity = registerIdentity(app, deps);
  const reset = () => {
    limit.reset();
    calls.clear();
    channels.clear();
    identity.clear();
    resetState(deps);
  };
  checkOrigin(app, config);
  registerSmartsheet(app, { deps, calls, limit });
  registerPostmark(app, deps);
  registerPaypal(app, deps);
  registerRazorpay(app, deps);
  registerTestApi(app, { deps, calls, reset, resend: deliveries.resend });
  registerConsole(app, deps);
  app.addHook('onListen', async () => {
    // Links name the port that was taken where any free one was asked for.
    const address = app.server.address();
    if (typeof address === 'object' && address) config.PORT = address.port;
    dispatcher.resume();
    deliveries.resume();
  });

  return {
    app,
    state,
    close: async () => {
      dispatcher.stop();
      deliveries.stop();
      await app.close();
      await file?.flush();
    },
  };
}

function createDeps({ config, now, random }: Omit<Options, 'log'>) {
  const base = {
    config,
    state: createState(),
    now,
    random,
    changes: createChanges(),
    faults: { current: noFaults() },
    held: createHeldCalls(),
    transmissions: createTransmissions(now),
  };
  const dispatcher = createWebhookDispatcher(base);
  const deliveries = createDeliveries(base);
  const { emit, onAccessChanged, onAppRevoked } = dispatcher;
  const deps: SandboxDeps = {
    ...base,
    newId: () => newId(random),
    notify: deliveries.notify,
    emit,
    onAccessChanged,
    onAppRevoked,
  };
  return { deps, dispatcher, deliveries };
}

/** Reads the state from its file, or seeds it. Returns the file that keeps it, or null without `DATA_FILE`. */
function openStateFile({ config, state, now, changes }: SandboxDeps, log: FastifyBaseLogger) {
  const path = config.DATA_FILE;
  const file = path ? createStateFile({ path, state, log }) : null;
  const saved = file?.load();
  if (saved) Object.assign(state, saved);
  else seed(state, { now });
  if (file) changes.subscribe(file.saveSoon);
  return file;
}

/** Returns to the state of a new sandbox. */
function resetState({ state, now, faults, held, changes }: SandboxDeps): void {
  const fresh = createState();
  seed(fresh, { now });
  // Sheets that nobody has changed stay the objects they are: what was written of them need not be written again.
  for (const [id, { revision }] of fresh.sheets) {
    const kept = state.sheets.get(id);
    if (kept?.revision === revision) fresh.sheets.set(id, kept);
  }
  Object.assign(state, fresh);
  faults.current = noFaults();
  held.release();
  changes.announce({ list: true, mails: true, faults: true, payments: true });
}

const hostHeader = /^(?<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/;

/**
 * Rejects requests that are not meant for the sandbox before reading them: 421 for a Host that is not its own (DNS
 * rebinding), 403 for a request from a page of another site. The official clients and the product send no Origin; a
 * browser does.
 */
function checkOrigin(app: FastifyInstance, config: Config): void {
  const hosts = allowedHosts(config);
  app.addHook('onRequest', async (request, reply) => {
    // The consent page must not be framed by another site.
    reply.header('content-security-policy', "frame-ancestors 'none'");
    const name = hostHeader.exec(request.headers.host?.toLowerCase() ?? '')?.groups?.name;
    if (name === undefined || !(hosts.has(name) || name === socketAddress(request))) {
      return sendError(
        reply,
        421,
        'The sandbox does not respond under this host name. Set HOSTS to allow it.',
      );
    }
    if (isCrossSite(request))
      return sendError(reply, 403, 'The sandbox rejects requests from pages of other sites.');
    return undefined;
  });
}

function sendError(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ message });
}

function allowedHosts({ HOST: bound, HOSTS, SANDBOX_URL }: Config): Set<string> {
  const hosts = ['localhost', '127.0.0.1', '[::1]', bound.toLowerCase(), ...HOSTS];
  return new Set(SANDBOX_URL === undefined ? hosts : [...hosts, new URL(SANDBOX_URL).hostname]);
}

/** Returns the local address of the connection. A rebound name never equals an address. */
function socketAddress({ raw }: FastifyRequest): string {
  const address = raw.socket.localAddress ?? '';
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length);
  return address.includes(':') ? `[${address}]` : address;
}

/** Returns whether a page of another site made the request. Links and redirects to our pages are allowed. */
function isCrossSite({ method, headers }: FastifyRequest): boolean {
  const { origin, host } = headers;
  if (origin !== undefined) return !URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase();
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  return method !== 'GET' || headers['sec-fetch-mode'] !== 'navigate';
}
