import { AppError, endpoints, ownPath, type ProviderOutcome, type SignInProvider } from '@picksync/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../base/context.ts';
import { assertRecentStepUp } from '../../base/recent-step-up.ts';
import type { Caller } from '../../http/caller.ts';
import { serve } from '../../http/serve.ts';
import type { Identity } from '../sign-in-providers/identity.ts';
import { linkProvider, listProviders, unlinkProvider } from '../sign-in-providers/link-provider.ts';
import {
  type ProviderVisit,
  registerProviderVisit,
  type Visit,
} from '../sign-in-providers/visit-provider.ts';
import { answerSignIn, getBrowser } from './answer-sign-in.ts';
import { signInWithProvider } from './sign-in-with-provider.ts';

const { signIn } = endpoints;

const starts = { google: signIn.google, microsoft: signIn.microsoft };
const callbacks = { google: signIn.googleCallback, microsoft: signIn.microsoftCallback };

/** Serves signing in with Google and Microsoft, as far as this installation is registered with them. */
export function signInProviderRoutes(app: FastifyInstance, context: Context): void {
  const visits = new Map<SignInProvider, ProviderVisit>();
  for (const signInApp of context.settings.signInApps)
    visits.set(signInApp.provider, registerProviderVisit(app, signInApp, context));
  for (const provider of ['google', 'microsoft'] as const) visitRoutes(app, provider, visits, context);

  const route = serve(app);
  route(signIn.providers)(({ caller }) => listProviders(context, caller));

  route(signIn.link)(async ({ caller, params: { provider }, request, reply }) => {
    assertRecentStepUp(caller.session, { now: context.now() });
    const visit = visits.get(provider);
    if (!visit) throw new AppError('not_found');
    const link = { userId: caller.user.id, sessionId: caller.session.id };
    return { authUrl: await visit.begin({ link }, request, reply) };
  });

  route(signIn.unlink)(async ({ caller, params: { provider }, request }) => ({
    message: await unlinkProvider(context, { caller, provider, network: request.ip }),
  }));
}

function visitRoutes(
  app: FastifyInstance,
  provider: SignInProvider,
  visits: Map<SignInProvider, ProviderVisit>,
  context: Context,
): void {
  const route = serve(app);
  const loginWith = (outcome: string) => `/login?provider=${provider}&outcome=${outcome}`;

  route(starts[provider])(async ({ query, request, reply }) => {
    const visit = visits.get(provider);
    if (!visit) return reply.redirect(loginWith('unavailable'));
    const redirect = ownPath(query.redirect);
    const { timeZone } = query;
    const intent = { ...(redirect && { redirect }), ...(timeZone && { timeZone }) };
    return reply.redirect(await visit.begin(intent, request, reply));
  });

  route(callbacks[provider])(async ({ query, caller, request, reply }) => {
    const visit = await visits.get(provider)?.end(query, request, reply);
    if (!visit) return reply.redirect(loginWith('unavailable'));
    if ('outcome' in visit) logFailure(request, provider, visit);
    const { link } = visit.intent ?? {};
    if (link)
      return reply.redirect(await endLink(context, visit, { provider, link, caller, request, reply }));
    const count = (outcome: 'ok' | 'refused') =>
      context.metrics.count('picksync_sign_ins_total', { method: provider, outcome });
    if ('outcome' in visit) {
      count('refused');
      return reply.redirect(loginWith(visit.outcome));
    }
    const { timeZone, redirect } = visit.intent;
    const browser = getBrowser(context, request);
    const result = await signInWithProvider(context, { identity: visit.identity, timeZone, browser });
    count('outcome' in result ? 'refused' : 'ok');
    if ('outcome' in result) {
      if (result.linkToken) context.cookies.link.set(reply, result.linkToken);
      return reply.redirect(loginWith(result.outcome));
    }
    const { secondFactors } = await answerSignIn(context, result.signIn, { caller, reply });
    return reply.redirect(
      secondFactors.length > 0 ? toSecondFactorStep(redirect) : (redirect ?? '/dashboard'),
    );
  });
}

function toSecondFactorStep(redirect: string | undefined): string {
  const query = new URLSearchParams({ outcome: 'second_factor', ...(redirect && { redirect }) });
  return `/login?${query}`;
}

type LinkReturn = {
  provider: SignInProvider;
  link: { userId: string; sessionId: string };
  caller: Caller | null;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Returns the address of the settings with the outcome. A link that another session began is ignored. */
async function endLink(context: Context, visit: Visit, returned: LinkReturn): Promise<string> {
  const { provider } = returned;
  const outcome = 'outcome' in visit ? visit.outcome : await linkToCaller(context, visit.identity, returned);
  return `/settings?provider=${provider}&outcome=${outcome}#sign-in-providers`;
}

async function linkToCaller(
  context: Context,
  identity: Identity,
  { link: { userId, sessionId }, caller, request, reply }: LinkReturn,
): Promise<ProviderOutcome> {
  if (caller?.session.id !== sessionId || caller.user.id !== userId) return 'expired';
  const { session } = caller;
  const cookie = context.cookies.session.of(caller, request);
  const linking = { identity, userId, network: request.ip, session, cookie };
  const { outcome, token } = await linkProvider(context, linking);
  if (token !== null) context.cookies.session.set(reply, token, session.expiresAt);
  return outcome;
}

function logFailure({ log }: FastifyRequest, provider: SignInProvider, visit: Visit): void {
  if (!('outcome' in visit)) return;
  const { outcome, cause } = visit;
  log[outcome === 'unavailable' || outcome === 'failed' ? 'warn' : 'info'](
    { provider, outcome, cause },
    'a sign-in through a provider ended without one',
  );
}
