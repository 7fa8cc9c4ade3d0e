import { buttonClass } from '@picksync/ui/button.tsx';
import { Brand } from '../../ui/brand-mark.tsx';

const places = [
  ['#how', 'How it works'],
  ['#care', 'Safety'],
  ['#pricing', 'Pricing'],
  ['#questions', 'Questions'],
] as const;

export function LandingHeader() {
  return (
    <header className="sticky top-0 z-10 bg-canvas/92 backdrop-blur-sm short:static">
      <div className="mx-auto flex h-15 w-full max-w-[1184px] items-center justify-between gap-3 px-4 md:px-8">
        <Brand />
        <nav aria-label="Main" className="flex items-center gap-1">
          {places.map(([href, name]) => (
            <a key={href} href={href} className={`${buttonClass({ variant: 'quiet' })} max-lg:hidden`}>
              {name}
            </a>
          ))}
          <a href="/login" className={buttonClass({ variant: 'quiet' })}>
            Login
          </a>
          <a href="/login?mode=register" className={buttonClass({ variant: 'primary' })}>
            Start free
          </a>
        </nav>
      </div>
    </header>
  );
}
