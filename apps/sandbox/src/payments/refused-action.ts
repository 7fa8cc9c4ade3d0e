import { PaypalError } from '../paypal/paypal.errors.ts';
import { RazorpayError } from '../razorpay/razorpay.errors.ts';

/** What a person or a test asked for that the payment's state does not allow. `message` says why. */
export class RefusedAction extends Error {
  readonly status: 404 | 409;

  constructor(message: string, status: 404 | 409 = 409) {
    super(message);
    this.status = status;
  }
}

/** Runs an action. What a provider's rules refuse becomes a `RefusedAction` with the same words. */
export async function refusing<Result>(action: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof PaypalError) {
      const reason = error.details[0]?.description ?? error.message;
      throw new RefusedAction(reason.replace(/\.?$/, '.'));
    }
    if (error instanceof RazorpayError) throw new RefusedAction(`${error.message}.`);
    throw error;
  }
}
