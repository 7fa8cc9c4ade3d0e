import type {
  AdminCoupon,
  AdminDispute,
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

/** The answers behind every page of the owner's side. */
export const adminApi = {
  'GET /api/auth/status': { body: administrator },
  'GET /api/admin/attention': {
    body: { now: 4, inbox: 2, payments: 0, disputes: 0, events: 0, automations: 5, deadLetters: 3 },
  },
  'GET /api/subscription/plans': { body: allPlans },
  'GET /api/admin/plans': {
    body: allPlans.map((plan) => ({ ...plan, isActive: true, canBeOff: plan.id === 3 })),
  },
};
