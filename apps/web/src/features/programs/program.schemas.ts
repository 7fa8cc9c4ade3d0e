import '../../api/zod-without-eval.ts';
import { createApiKeyBody, fieldErrors, outgoingWebhookBody } from '@picksync/contracts';
import type * as z from 'zod';

type Checked<F> = { values: F } | { errors: Record<string, string> };

function checkWith<S extends z.ZodType>(schema: S) {
  return (typed: z.input<S>): Checked<z.input<S>> => {
    const parsed = schema.safeParse(typed);
    return parsed.success ? { values: typed } : { errors: fieldErrors(parsed.error.issues) };
  };
}

export const checkApiKey = checkWith(createApiKeyBody);
export const checkWebhook = checkWith(outgoingWebhookBody);
