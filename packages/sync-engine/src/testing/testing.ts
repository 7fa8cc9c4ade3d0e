export { office, partner, startSandbox, type TestSandbox, type Tokens } from './sandbox.ts';
export { makeSheet, plantedSheet, type SandboxSheet } from './sandbox-sheet.ts';
