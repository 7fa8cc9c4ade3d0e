import * as z from 'zod';

// zod compiles validators with `new Function` where it can; the content security policy forbids it and would report
// each try.
z.config({ jitless: true });
