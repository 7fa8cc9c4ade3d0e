import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import * as paypal from '../paypal/decide-dispute.ts';
import { disputeReasons, disputeStages, openDisputeStatuses } from '../paypal/paypal.model.ts';
import * as razorpay from '../razorpay/disputes.ts';
import { disputePhases } from '../razorpay/razorpay.model.ts';
import { findSale, paidAtRazorpay } from './payment-actions.ts';
import { RefusedAction, refusing } from './refused-action.ts';

const amountCents = z.number().int().min(1).optional();

const paypalOpening = z.strictObject({
  amountCents,
  reason: z.enum(disputeReasons).default('UNAUTHORISED'),
  phase: z.enum(disputeStages).default('INQUIRY'),
  status: z.enum(openDisputeStatuses).optional(),
  /** Null: PayPal names no date. */
  respondInDays: z.number().int().min(0).max(365).nullable().optional(),
  text: z.string().max(2000).default('I do not know this payment.'),
});
const paypalStep = z.strictObject({
  step: z.enum(paypal.disputeSteps),
  respondInDays: z.number().int().min(0).max(365).nullable().optional(),
});
const razorpayOpening = z.strictObject({
  amountCents,
  phase: z.enum(disputePhases).optional(),
  reason: z.string().min(1).max(100).optional(),
  respondInDays: z.number().int().min(1).max(60).optional(),
});
const razorpayStep = z.strictObject({ step: z.enum(razorpay.disputeSteps) });

/** Lets the payer or their bank dispute a payment, named as for taking it back. What may be said differs by provider. */
export async function openDispute(deps: SandboxDeps, id: string, body: unknown): Promise<void> {
  const sale = findSale(deps, id);
  if (sale) {
    const { amountCents: amount, phase: stage, ...given } = paypalOpening.parse(body);
    await refusing(() => paypal.openDispute(deps, sale, { ...given, stage, amount }).told);
    return;
  }
  const { amountCents: amount, ...given } = razorpayOpening.parse(body);
  await refusing(() => razorpay.openDispute(deps, paidAtRazorpay(deps, id), { ...given, amount }).told);
}

/** Moves a dispute on, as the seller, the payer or the provider does. */
export async function decideDispute(deps: SandboxDeps, id: string, body: unknown): Promise<void> {
  const { payments } = deps.state;
  const atPaypal = payments.paypal.disputes.find((one) => one.id === id);
  if (atPaypal) {
    const { step, respondInDays } = paypalStep.parse(body);
    await refusing(() => paypal.takeDisputeStep(deps, atPaypal, { step, respondInDays }));
    return;
  }
  const atRazorpay = payments.razorpay.disputes.find((one) => one.id === id);
  if (!atRazorpay) throw new RefusedAction('There is no dispute of this id.', 404);
  const { step } = razorpayStep.parse(body);
  await refusing(() => razorpay.moveDispute(deps, atRazorpay, step));
}
