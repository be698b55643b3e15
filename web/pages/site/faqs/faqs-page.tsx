import { faqs } from '#content/faqs.ts';
import { farm } from '#content/farm.ts';
import cones from '#content/pictures/gallery-02.jpg?picture';
import { FarmPicture } from '#web/layout/farm-picture.tsx';
import type { Head } from '#web/router/route-definition.ts';
import { FaqItem } from './faq-item.tsx';
import './faqs-page.css';

export const headFor = (): Head => ({
  title: `FAQs · ${farm.brand}`,
  description: 'Bag sizes, delivery and shipping, farm tours and lab results: what brewers ask us about our hops.',
});

export function Page() {
  return (
    <div className="faqs wrap">
      <div className="faqs-head">
        <h1>FAQs</h1>
        <p className="note">Five things brewers ask us. For the sixth, call.</p>
        <a className="text-link tabular-nums" href={`tel:${farm.phone.dialled}`}>
          {farm.phone.shown}
        </a>
        <div className="faqs-picture">
          <FarmPicture name={cones} alt="Hop cones and leaves on the bine in clear daylight." sizes="800px" />
        </div>
      </div>
      <div className="faqs-list">
        {faqs.map((faq, index) => (
          <FaqItem key={faq.id} faq={faq} number={index + 1} />
        ))}
      </div>
    </div>
  );
}
