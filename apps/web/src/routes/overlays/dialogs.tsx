import { useFailure } from '../../stores/failure.ts';
import { useProof } from '../../stores/proof.ts';
import { useSessionOver } from '../../stores/session-over.ts';
import { Confirm } from './confirm.tsx';
import { Failure } from './failure.tsx';
import { Proof } from './proof.tsx';
import { SessionOver } from './session-over.tsx';

/** The dialogs that any page can open. They share a file, because every file adds to the first load of every page. */
export function Dialogs() {
  const isFailed = useFailure(({ error }) => error !== null);
  const isSessionOver = useSessionOver(({ email }) => email !== null);
  const isProofOpen = useProof(({ isOpen }) => isOpen);
  return (
    <>
      <Confirm />
      {isFailed && <Failure />}
      {isProofOpen && <Proof />}
      {isSessionOver && <SessionOver />}
    </>
  );
}
