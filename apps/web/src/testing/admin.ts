import type {
  AdminCoupon,
  AdminDispute,
  AdminNow,
  AdminUser,
  AdminUserDetail,
  ContactMessage,
  Figures,
  PaymentToSettle,
  ProviderEvent,
  UserPayment,
} from '../api/admin.queries.ts';
import { member, user } from './people.ts';
import { allPlans, onTrial } from './subscriptions.ts';

const at = '2026-11-21T14:33:00.000Z';

export const administrator = {
  ...member,
  user: { ...user, id: '0198f5a0-0000-7000-8000-0000000000ad', role: 'admin' as const },
};

export function adminUser(given: Partial<AdminUser> = {}): AdminUser {
  return {
    id: '0198f5a0-0000-7000-8000-000000000031',
    email: 'olivia.park@northwind.example',
    role: 'user',
    isVerified: true,
    createdAt: '2026-11-20T10:00:00.000Z',
    lastSeenAt: null,
    subscriptionStatus: 'trial',
    subscriptionTier: 'free',
    accessUntil: null,
    automations: { active: 1, paused: 0, limit: 2 },
    disabledAt: null,
    ...given,
  };
}

export function adminUserDetail(given: Partial<AdminUserDetail> = {}): AdminUserDetail {
  return {
    ...adminUser(),
    smartsheet: { state: 'connected', region: 'us' },
    needsReview: 1,
    failing: 0,
    hasTwoFactor: false,
    signInProviders: [],
    disabledReason: null,
    current: onTrial(),
    ...given,
  };
}

export function coupon(given: Partial<AdminCoupon> = {}): AdminCoupon {
  return {
    id: '0198f5a0-0000-7000-8000-000000000041',
    code: 'WELCOME20',
    discountType: 'percent',
    discountPercent: 20,
    discountAmount: null,
    validForPlanIds: [],
    expiryDate: null,
    maxUses: 50,
    currentUses: 12,
    ended: null,
    createdAt: at,
    ...given,
  };
}

export function message(given: Partial<ContactMessage> = {}): ContactMessage {
  return {
    id: '0198f5a0-0000-7000-8000-000000000051',
    email: 'lena@harborline.example',
    message: 'My coupon says that it has expired.',
    plan: 'premium',
    userId: null,
    isRead: false,
    createdAt: at,
    replies: [],
    ...given,
  };
}

export function paymentToSettle(given: Partial<PaymentToSettle> = {}): PaymentToSettle {
  return {
    id: '0198f5a0-0000-7000-8000-000000000061',
    kind: 'unmatched',
    why: 'It bought nothing: it is $5.99, and the first month of Basic was agreed for $6.99.',
    ways: ['grant', 'give_back', 'settled'],
    email: 'olivia.park@northwind.example',
    planName: 'Basic',
    provider: 'paypal',
    reference: 'I-1',
    paymentId: 'S-1',
    providerPage: 'https://www.paypal.com/activity/payment/S-1',
    amount: 5.99,
    currency: 'USD',
    paidAt: at,
    refunded: 0,
    refundDue: 0,
    mostRefunded: 0,
    ...given,
  };
}

export function dispute(given: Partial<AdminDispute> = {}): AdminDispute {
  return {
    id: '0198f5a0-0000-7000-8000-000000000081',
    provider: 'paypal',
    disputeId: 'PP-D-1',
    paymentId: 'S-1',
    isOurs: true,
    email: 'kai@northgate.example',
    planName: 'Premium',
    reason: 'Merchandise or service not received',
    status: 'open',
    outcome: null,
    amount: 19.99,
    currency: 'USD',
    respondBy: '2026-11-30T18:30:00.000Z',
    openedAt: at,
    closedAt: null,
    providerPage: 'https://www.paypal.com/resolutioncenter/view/PP-D-1',
    ...given,
  };
}

export function userPayment(given: Partial<UserPayment> = {}): UserPayment {
  return {
    id: '0198f5a0-0000-7000-8000-000000000091',
    planName: 'Basic',
    provider: 'paypal',
    paymentId: 'S-1',
    providerPage: 'https://www.paypal.com/activity/payment/S-1',
    amount: 6.99,
    currency: 'USD',
    paidAt: at,
    refunded: 1,
    refundable: 5.99,
    ...given,
  };
}

export function providerEvent(given: Partial<ProviderEvent> = {}): ProviderEvent {
  return {
    id: '0198f5a0-0000-7000-8000-000000000071',
    provider: 'razorpay',
    type: 'payment_link.paid',
    reference: 'plink_1',
    email: 'olivia.park@northwind.example',
    receivedAt: at,
    processedAt: at,
    outcome: 'refused',
    detail: 'It is for $5.99, not for $6.99.',
    attempts: 1,
    isWaiting: true,
    ...given,
  };
}

/** Twelve months with plans, of which the last is not over. */
export function figures(given: Partial<Figures> = {}): Figures {
  return {
    currency: 'USD',
    plans: allPlans.map(({ id, name }) => ({ id, name })),
    months: Array.from({ length: 12 }, (_, index) => ({
      month: new Date(Date.UTC(2025, 11 + index, 1)).toISOString().slice(0, 10),
      revenue: [
        { planId: 2, amount: 100 + index },
        { planId: 3, amount: 50 },
      ],
      trialsBegun: 10,
      trialsConverted: 4,
      active: 20 + index,
      begun: 3,
      ended: 2,
      churn: index === 0 ? null : 0.025,
    })),
    activeNow: [
      { planId: 2, count: 25 },
      { planId: 3, count: 6 },
    ],
    trialsRunning: 7,
    monthlyRevenue: 294.69,
    at,
    ...given,
  };
}

export function waitingItem(given: Partial<NonNullable<AdminNow['waiting']>['items'][number]> = {}) {
  return {
    kind: 'message' as const,
    id: '0198f5a0-0000-7000-8000-000000000021',
    since: at,
    deadline: null,
    email: null,
    provider: null,
    amount: null,
    currency: null,
    about: null,
    plan: null,
    count: 1,
    providerPage: null,
    ...given,
  };
}

/** An installation on which everything runs, with what was measured at this moment. */
export function adminNow(given: Partial<AdminNow> = {}): AdminNow {
  const now = new Date();
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
  return {
    at: now.toISOString(),
    unread: [],
    isMaintenance: false,
    problems: [],
    workers: { alive: 3, lastHeardAt: ago(4) },
    queues: { waiting: 5, oldestSeconds: 2, dead: 0 },
    working: ['mail', 'payments'],
    archivedAt: null,
    checks: { accounts: 1043, longestSeconds: 840 },
    delays: {
      changes: 120,
      medianMs: 1100,
      p95Ms: 3400,
      medians: Array.from({ length: 30 }, (_, part) => (part === 3 ? null : 900 + part * 20)),
      p95s: Array.from({ length: 30 }, (_, part) => (part === 3 ? null : 3000 + part * 40)),
    },
    calls: { lastHour: 11_040, perMinute: Array.from({ length: 30 }, (_, part) => 150 + part * 2) },
    jobs: { lastHour: 12_720, dead: 0, perMinute: Array.from({ length: 30 }, (_, part) => 180 + part * 2) },
    waiting: { count: 0, items: [], more: [] },
    failing: { automations: 0, active: 8212, groups: [] },
    ...given,
  };
}

/** The answers behind every page of the owner's side. */
export const adminApi = {
  'GET /api/auth/status': { body: administrator },
  'GET /api/admin/attention': {
    body: { now: 4, inbox: 2, payments: 0, disputes: 0, events: 0, automations: 5, deadLetters: 3 },
  },
  'GET /api/admin/now': { body: adminNow() },
  'GET /api/subscription/plans': { body: allPlans },
  'GET /api/admin/plans': {
    body: allPlans.map((plan) => ({ ...plan, isActive: true, canBeOff: plan.id === 3 })),
  },
};
