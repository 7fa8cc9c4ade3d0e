import { useQuery } from '@tanstack/react-query';
import { authStatusQuery } from '../api/session.queries.ts';
import { VerifyScreen } from '../features/session/verify-screen.tsx';

export function VerifyPage() {
  const { data: status } = useQuery(authStatusQuery);
  return <VerifyScreen email={status?.user?.email ?? ''} />;
}
