import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Prints what the page showed when a journey failed: of a run on another machine, the output is often all that is left. */
// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter as the default export.
export default class WhatPagesSaid implements Reporter {
  onTestEnd({ title }: TestCase, { attachments }: TestResult): void {
    for (const { name, path } of attachments) {
      if (name !== 'error-context' || !path) continue;
      const snapshot = /```yaml\n(.*?)```/s.exec(readFileSync(path, 'utf8'))?.[1];
      // biome-ignore lint/suspicious/noConsole: the output of the run is what this is for.
      if (snapshot) console.log(`When "${title}" failed, the page showed:\n${snapshot}`);
    }
  }
}
