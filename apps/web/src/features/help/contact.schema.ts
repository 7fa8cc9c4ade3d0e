import '../../api/zod-without-eval.ts';
import { contactBody } from '@picksync/contracts';
import type * as z from 'zod';
import { checkWith } from '../../api/check-with.ts';

export type ContactValues = z.output<typeof contactBody>;

export const checkContact = checkWith(contactBody);
