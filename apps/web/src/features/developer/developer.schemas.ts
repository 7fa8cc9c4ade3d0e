import { createApiKeyBody, outgoingWebhookBody, renameApiKeyBody } from '@picksync/contracts';
import { checkWith } from '../../api/check-with.ts';

export const checkApiKey = checkWith(createApiKeyBody);
export const checkKeyName = checkWith(renameApiKeyBody);
export const checkWebhook = checkWith(outgoingWebhookBody);
