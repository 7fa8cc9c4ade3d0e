declare global {
  var __zod_globalConfig: { jitless: boolean } | undefined;
}

// zod compiles validators with `new Function` where it can; the content security policy forbids it and would report each
// try. zod reads its settings from here, whichever file loads it first.
globalThis.__zod_globalConfig = { jitless: true };

export {};
