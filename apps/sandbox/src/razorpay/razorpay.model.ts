export type LinkStatus = 'created' | 'partially_paid' | 'expired' | 'cancelled' | 'paid';

export type PaymentLink = {
  id: string;
  /** Names the link in the address of its page. */
  shortId: string;
  orderId: string;
  status: LinkStatus;
  amount: number;
  amountPaid: number;
  currency: string;
  referenceId: string;
  description: string;
  customer: { name?: string | undefined; email?: string | undefined; contact?: string | undefined };
  notes: Record<string, string>;
  callbackUrl: string;
  /** In milliseconds; null means six months after it was created. */
  expireBy: number | null;
  createdAt: number;
  updatedAt: number;
  cancelledAt: number | null;
  expiredAt: number | null;
  /** How far its own calendar is ahead of the clock, because someone let days pass. */
  aheadMs: number;
};

/** Money that was taken back: by the seller, or by the payer's bank in a dispute. */
export type Refund = {
  id: string;
  kind: 'refund' | 'reversal';
  amount: number;
  notes: Record<string, string>;
  /** The app's own number of it. */
  receipt: string | null;
  at: number;
};

export type Payment = {
  id: string;
  linkId: string;
  orderId: string;
  amount: number;
  currency: string;
  status: 'captured' | 'failed';
  email: string;
  contact: string;
  at: number;
  refunds: Refund[];
};

export type RazorpayState = { links: PaymentLink[]; payments: Payment[] };

export function createRazorpayState(): RazorpayState {
  return { links: [], payments: [] };
}
