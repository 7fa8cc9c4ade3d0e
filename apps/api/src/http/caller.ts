import type { Role, SubscriptionStatus, SubscriptionTier } from '@picksync/contracts';
import type { FastifyRequest } from 'fastify';

/** The signed-in user a request speaks for, read with the session in one statement. */
export type Caller = {
  session: { id: string; createdAt: Date; lastSeenAt: Date };
  /** How the request proved it. A bearer token cannot be sent by another site's page. */
  via: 'cookie' | 'bearer';
  /** Whether the session's cookie came along, which only the browser that signed in has. */
  hasCookie: boolean;
  user: {
    id: string;
    email: string;
    role: Role;
    isVerified: boolean;
    subscriptionStatus: SubscriptionStatus;
    subscriptionTier: SubscriptionTier;
    trialEndDate: Date | null;
    subscriptionEndDate: Date | null;
    maxConfigurations: number;
    timeZone: string | null;
  };
};

/** The secrets of a request, as they came. */
export type Credentials = { cookie: string | undefined; bearer: string | undefined };

const decoration = 'caller';

export function setCaller(request: FastifyRequest, caller: Caller | null) {
  return request.setDecorator<Caller | null>(decoration, caller);
}

export function callerOf(request: FastifyRequest): Caller | null {
  return request.getDecorator<Caller | null>(decoration);
}

export const callerDecorator = decoration;
