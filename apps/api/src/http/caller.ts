import type {
  ApiKeyScope,
  DateReader,
  MailProblem,
  Role,
  SubscriptionStatus,
  SubscriptionTier,
} from '@picksync/contracts';
import type { FastifyRequest } from 'fastify';
import type { ActingSession } from '../base/acting-session.ts';
import type { Actor } from '../base/record-audit.ts';

/** The signed-in user a request speaks for, read with the session in one statement. */
export type Caller = {
  session: {
    id: string;
    createdAt: Date;
    lastSeenAt: Date;
    provenAt: Date;
    expiresAt: Date;
    needsNewPassword: boolean;
  };
  /** Which secret was valid. A page of another site cannot send a bearer token. */
  via: 'cookie' | 'bearer';
  /** Whether the request has the session's cookie, which only the browser that signed in has. */
  hasCookie: boolean;
  /** The number of a transaction: everything read for this request includes the changes of those below it. */
  position: string;
  user: DateReader & {
    id: string;
    email: string;
    role: Role;
    isVerified: boolean;
    subscriptionStatus: SubscriptionStatus;
    subscriptionTier: SubscriptionTier;
    trialEndDate: Date | null;
    subscriptionEndDate: Date | null;
    maxConfigurations: number;
    nextTier: SubscriptionTier | null;
    nextStartsAt: Date | null;
    nextEndsAt: Date | null;
    /** Why mail does not reach the user's address; null while it does. */
    mailProblem?: MailProblem | null;
  };
};

/** The user a program speaks for, with an API key. It has no session. */
export type KeyCaller = {
  via: 'key';
  key: { id: string; scope: ApiKeyScope };
  user: Caller['user'];
};

/** The secrets of a request, not checked yet. */
export type Credentials = { cookie: string | undefined; bearer: string | undefined };

export const callerDecorator = 'caller';

export function setCaller(request: FastifyRequest, caller: Caller | KeyCaller | null) {
  return request.setDecorator<Caller | KeyCaller | null>(callerDecorator, caller);
}

export function getCaller(request: FastifyRequest): Caller | KeyCaller | null {
  return request.getDecorator<Caller | KeyCaller | null>(callerDecorator);
}

/** Returns who acts, and from which address, as acts that are recorded name it. */
export function toActor({ user }: Pick<Caller, 'user'>, { ip }: FastifyRequest): Actor {
  return { userId: user.id, network: ip };
}

/** Returns the same with the session, for acts that an ended session may not finish. */
export function toActingSession(caller: Caller, request: FastifyRequest): Actor & ActingSession {
  return { ...toActor(caller, request), session: caller.session };
}

/** Returns which of the caller's own things a call is about, by the id in its path. */
export function toWhich({ caller, params }: { caller: Pick<Caller, 'user'>; params: { id: string } }) {
  return { userId: caller.user.id, id: params.id };
}
