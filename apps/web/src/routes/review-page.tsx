import { ReviewScreen } from '../features/automations/review/review-screen.tsx';
import { LonePage } from './lone-page.tsx';

export function ReviewPage() {
  return <LonePage show={(automation) => <ReviewScreen automation={automation} />} />;
}
