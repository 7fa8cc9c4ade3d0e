import { type ReactNode, useId } from 'react';

type UserSectionProps = {
  title: string;
  /** What the action does. */
  text: string;
  action: ReactNode;
  /** The dialog that the action opens. */
  children?: ReactNode;
};

/** One thing that an administrator can do about a user: what it does, and its button. */
export function UserSection({ title, text, action, children }: UserSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3 border-t border-line pt-5">
      <h3 id={id} className="text-md font-semi">
        {title}
      </h3>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-52 text-sm text-pretty text-ink-2">{text}</p>
        {action}
      </div>
      {children}
    </section>
  );
}
