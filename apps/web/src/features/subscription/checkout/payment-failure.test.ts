import { describe, expect, test, vi } from 'vitest';
import { ApiError, networkError, timeoutError } from '../../../api/api-error.ts';
import { paymentFailure } from './payment-failure.ts';
import { mayPass, sendRetrying } from './start-payment.ts';

function answer(status: number, body: object = {}, message = 'It did not work.'): ApiError {
  return new ApiError({ message, status, statusText: '', body: { message, ...body } });
}

test.each([
  [networkError(), 'Network Error', 'retry'],
  [timeoutError(), 'Request Timed Out', 'retry'],
  [answer(500), 'Server Error', 'retry'],
  [answer(429), 'Too Many Requests', 'retry'],
  [answer(502, { code: 'payment_failed' }), 'Payment Gateway Error', 'retry'],
  [answer(400, { razorpay_error_type: 'creation_failed' }), 'Payment Gateway Error', 'retry'],
  [answer(400, { razorpay_error_type: 'invalid_parameters' }), 'Payment Gateway Error', 'retry'],
  [answer(400, { razorpay_error_type: 'authentication_failed' }), 'Payment Gateway Error', 'retry'],
  [answer(401, { code: 'unauthenticated' }), 'Session Expired', 'login'],
  [answer(403), 'Authentication Error', 'login'],
])('with Razorpay %s is called “%s”', (problem, title, wayOut) => {
  expect(paymentFailure(problem, 'razorpay')).toMatchObject({ title, wayOut });
});

test('every failure of PayPal but a lost session is a “Subscription Error”', () => {
  for (const problem of [networkError(), answer(500), answer(409)])
    expect(paymentFailure(problem, 'paypal').title).toBe('Subscription Error');
  expect(paymentFailure(answer(401, { code: 'unauthenticated' }), 'paypal').title).toBe('Session Expired');
});

test.each([
  [networkError(), true],
  [timeoutError(), true],
  [answer(503), true],
  [answer(429), true],
  [answer(400, {}, 'A temporary problem'), true],
  [answer(400, {}, 'Please try again'), true],
  [answer(400), false],
  [answer(401, {}, 'Please try again'), false],
  [new Error('a fault of ours'), false],
])('%s may pass by itself: %s', (problem, passes) => {
  expect(mayPass(problem)).toBe(passes);
});

describe('sending again', () => {
  const failing = (problem: unknown) => vi.fn((_timeoutMs: number) => Promise.reject<string>(problem));
  const retrying = (send: (timeoutMs: number) => Promise<string>) => {
    const rests: number[] = [];
    const attempts: string[] = [];
    const sent = sendRetrying({
      send,
      onRetry: (attempt, of) => void attempts.push(`${attempt} of ${of}`),
      rest: async (ms) => void rests.push(ms),
      signal: new AbortController().signal,
    });
    return { sent, rests, attempts };
  };

  test('waits longer each time, for the answer and between, and ends with the last failure', async () => {
    const send = failing(answer(503));
    const { sent, rests, attempts } = retrying(send);
    await expect(sent).rejects.toMatchObject({ status: 503 });
    expect(send.mock.calls.map(([timeoutMs]) => timeoutMs)).toEqual([10_000, 20_000, 30_000, 30_000]);
    expect(rests).toEqual([1000, 2000, 4000]);
    expect(attempts).toEqual(['2 of 4', '3 of 4', '4 of 4']);
  });

  test('a payment that cannot succeed is not sent twice', async () => {
    const send = failing(answer(400));
    await expect(retrying(send).sent).rejects.toMatchObject({ status: 400 });
    expect(send).toHaveBeenCalledTimes(1);
  });
});
