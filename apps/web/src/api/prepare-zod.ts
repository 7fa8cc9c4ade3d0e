import * as z from 'zod';

// The first schema of each kind takes a browser longer than all that follow. Made here, it is not part of running a form's file.
z.strictObject({
  text: z.string().trim().min(1).max(1).optional(),
  number: z.number().int().min(0).max(1).nullable().default(1),
  choice: z.enum(['a']),
  list: z
    .array(z.literal('a'))
    .min(1)
    .refine(() => true),
});
