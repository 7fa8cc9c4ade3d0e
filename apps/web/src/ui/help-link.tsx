import { Link } from '@tanstack/react-router';

type HelpLinkProps = { question: string; problem?: string; automation: string };

/** A link to the help about the error of an automation. */
export function HelpLink(place: HelpLinkProps) {
  return (
    <Link
      to="/help"
      search={place}
      className="font-medium whitespace-nowrap text-accent underline-offset-2 hover:underline"
    >
      What to do
    </Link>
  );
}
