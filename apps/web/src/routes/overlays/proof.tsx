import { ProofDialog } from '../../features/session/proof/proof-dialog.tsx';
import { answerProof } from '../../stores/proof.ts';

export function Proof() {
  return <ProofDialog onProven={() => answerProof(true)} onClose={() => answerProof(false)} />;
}
