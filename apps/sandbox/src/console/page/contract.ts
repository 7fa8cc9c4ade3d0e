/** The JSON between the console's page and the routes of the sandbox. */

export type Contact = { name?: string; email?: string };
export type CellValue = string | number | boolean | null | string[] | Contact | Contact[];
export type Cell = {
  value: CellValue;
  text: string;
  formula?: string;
  href?: string;
  linkedFrom?: string;
};

export type Row = { id: string; number: number; depth: number; parent: boolean; cells: Record<string, Cell> };

export type Column = {
  id: string;
  title: string;
  type: string;
  width: number;
  primary: boolean;
  options: string[] | null;
  validation: boolean;
  locked: boolean;
  hidden: boolean;
  symbol: string | null;
  systemColumnType: string | null;
  formula: string | null;
  contactOptions: Contact[];
};

export type Access = 'OWNER' | 'ADMIN' | 'EDITOR_SHARE' | 'EDITOR' | 'COMMENTER' | 'VIEWER';
export type Share = { email: string; access: Access };

export type SheetSummary = {
  id: string;
  name: string;
  owner: string;
  shares: Share[];
  rows: number;
  version: number;
};
export type Sheet = SheetSummary & { traits: string[]; columns: Column[] };

export type Account = { email: string; name: string; licensed: boolean };
export type Overview = { accounts: Account[]; sheets: SheetSummary[] };

export type Mail = {
  id: string;
  at: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
};

/** What the product answered when it was told that a mail came back. */
export type MailReport = { addresses: string[]; isTold: boolean; statuses: (number | null)[] };

/** What the sandbox says when something in it has changed. */
export type Change = { sheets: string[]; list: boolean; mails: boolean; faults: boolean; payments: boolean };

export type Faults = {
  storm: boolean;
  retryAfter: number | null;
  errorRate: number;
  errorStatus: number;
  hang: boolean;
  hold: string;
  reset: string;
  lagMs: number;
  answerLagMs: number;
  rows: string;
  rowsPerAnswer: number | null;
  sheetList: string;
  tokenLifetimeSeconds: number | null;
  tokenLifetimeHidden: boolean;
  body: string;
  createLagMs: number;
  webhookLoss: number;
  operations: string[];
  accounts: string[];
  sheets: string[];
  skip: number;
  times: number | null;
  payments: PaymentFaults;
};

export type PaymentFaults = {
  providers: string[];
  answer: string;
  takesEffect: boolean;
  operations: string[];
  times: number | null;
  events: string;
  signature: string;
  paidCents: number | null;
  paidCurrency: string | null;
  nextBillingTodayMinutes: number;
  transactionLagMinutes: number;
  pendingPayments: boolean;
  pendingRefunds: boolean;
};

type Agreed = {
  id: string;
  provider: string;
  checkoutId: string | null;
  status: string;
  currency: string;
  payer: string | null;
  payUrl: string;
  createdAt: string;
};
export type Movement = {
  id: string;
  kind: 'payment' | 'refund' | 'reversal';
  status: 'paid' | 'failed' | 'pending';
  reference: string;
  amountCents: number;
  currency: string;
  at: string;
};
export type Dispute = {
  id: string;
  provider: string;
  reference: string;
  amountCents: number;
  currency: string;
  status: string;
  phase: string;
  respondBy: string | null;
  createdAt: string;
};
export type Delivery = {
  id: string;
  type: string;
  reference: string;
  state: string;
  failures: number;
  lastStatus: number | null;
};
export type Books = {
  plans: { id: string; name: string }[];
  subscriptions: (Agreed & {
    planId: string;
    firstPeriodCents: number;
    regularCents: number;
    nextBillingAt: string | null;
  })[];
  links: (Agreed & { amountCents: number })[];
  movements: Movement[];
  disputes: Dispute[];
  deliveries: Delivery[];
};

export type Tally = {
  calls: number;
  writes: number;
  operations: Record<string, number>;
  largestOverlap: number;
};
export type CallReport = Tally & {
  since: string;
  largestWriteOverlap: number;
  accounts: Record<string, Tally>;
  sources: Record<string, number>;
};
