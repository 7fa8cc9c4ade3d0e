import { SignInFrame } from './sign-in-frame.tsx';
import { useLogout } from './use-logout.ts';
import { VerifyPanel } from './verify-panel.tsx';

/** For somebody who is signed in and has not verified the address yet. */
export function VerifyScreen({ email }: { email: string }) {
  const logout = useLogout();
  return (
    <SignInFrame>
      <VerifyPanel email={email} onOtherAccount={() => logout.mutate()} />
    </SignInFrame>
  );
}
