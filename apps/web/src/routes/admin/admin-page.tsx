import { useParams } from '@tanstack/react-router';
import { NotFoundPage } from '../not-found-page.tsx';
import { AdminShell } from './admin-shell.tsx';
import { adminSections } from './sections.ts';

/** The owner's side: one section of it, which the address names. */
export function AdminPage() {
  const { section = 'overview' } = useParams({ strict: false });
  const found = adminSections.find(({ key }) => key === section);
  if (!found) return <NotFoundPage />;
  return (
    <AdminShell current={found.key}>
      <found.Body key={found.key} />
    </AdminShell>
  );
}
