import { linkTo } from '../route.ts';

export function Brand() {
  return (
    <a href={linkTo('sheets')} className="inline-flex items-center gap-2.5 text-lg font-bold">
      <img src="/console/logo.svg" alt="" width={22} height={22} />
      Picksync sandbox
    </a>
  );
}
