import type { Delivery } from '../payments/delivery.model.ts';
import type { PaypalState } from '../paypal/paypal.model.ts';
import type { Inbox } from '../postmark/inbox.ts';
import type { RazorpayState } from '../razorpay/razorpay.model.ts';
import type { Account, AuthCode, Folder, Id, Sheet, Token, Workspace } from '../smartsheet/model.ts';
import type { Report } from '../smartsheet/reports/report.model.ts';
import type { Webhook } from '../smartsheet/webhooks/webhook.model.ts';

/** Everything that was sold and paid, and the events that told of it. Plain data, oldest first, so it can be saved. */
export type PaymentState = { paypal: PaypalState; razorpay: RazorpayState; deliveries: Delivery[] };

/** Everything that survives a restart. The object exists once per process; a reset replaces its content. */
export type State = {
  accounts: Map<Id, Account>;
  workspaces: Map<Id, Workspace>;
  folders: Map<Id, Folder>;
  sheets: Map<Id, Sheet>;
  reports: Map<Id, Report>;
  /** By access token. */
  tokens: Map<string, Token>;
  /** By code. A used code is removed. */
  codes: Map<string, AuthCode>;
  webhooks: Map<Id, Webhook>;
  inbox: Inbox;
  payments: PaymentState;
};

export function createState(): State {
  const paypal = { products: [], plans: [], subscriptions: [], sales: [], disputes: [] };
  return {
    accounts: new Map(),
    workspaces: new Map(),
    folders: new Map(),
    sheets: new Map(),
    reports: new Map(),
    tokens: new Map(),
    codes: new Map(),
    webhooks: new Map(),
    inbox: { mails: [], inactive: [], bounces: [] },
    payments: {
      paypal: { ...paypal, requestIds: [], webhooks: [], lookups: [], revokedTokens: [] },
      razorpay: { links: [], orders: [], payments: [], disputes: [] },
      deliveries: [],
    },
  };
}
