export {
  blankMemory,
  isRemembered,
  type ReferenceAnswer,
  type ReferenceMemory,
  type ReferenceOutcome,
  referenceRun,
  rememberAll,
  toValueSet,
} from './reference.ts';
export { type ReferencePerson, referenceContacts } from './reference-contacts.ts';
export { type ReferenceRename, referenceRenames } from './reference-renames.ts';
export { type ReferenceRow, referenceValues } from './reference-values.ts';
export { startSandbox, type TestSandbox } from './sandbox.ts';
export { openSandboxProcess } from './sandbox-process.ts';
export { makeReport, removeFromReport, type SandboxReport } from './sandbox-report.ts';
export { makeSheet, plantedSheet, type SandboxSheet } from './sandbox-sheet.ts';
