import { useEffect } from 'react';
import cones from '#content/pictures/gallery-02.jpg?picture';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { phoneLink } from '#contracts/phone.ts';
import type { Settings } from '#contracts/setting-sections.ts';
import { FarmPicture } from '#web/layout/farm-picture.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { goToAnchor } from '#web/router/scroll.ts';
import { useFarm } from '#web/session/client-config.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { FaqItem } from './faq-item.tsx';
import './faqs-page.css';

type Props = { words: QueryState<ResponseOf<'GET /api/words/faqs'>> };

export const headFor = ({ words }: Props): Head => ({
  title: 'FAQs',
  description: words.is === 'ready' ? words.data.data.description : '',
});

export function Page({ words }: Props) {
  const { phone } = useFarm();
  return (
    <div className="faqs wrap">
      <div className="faqs-head">
        <h1>FAQs</h1>
        {words.is === 'ready' && words.data.data.note && <p className="note">{words.data.data.note}</p>}
        <a className="text-link tabular-nums" href={phoneLink(phone)}>
          {phone}
        </a>
        <div className="faqs-picture">
          <FarmPicture name={cones} alt="Hop cones and leaves on the bine in clear daylight." sizes="800px" />
        </div>
      </div>
      <div className="faqs-list">
        <AsyncView state={words} loading="Loading questions..." skeleton={<div className="skeleton words-skeleton" />}>
          {({ data }) => <Questions questions={data.questions} />}
        </AsyncView>
      </div>
    </div>
  );
}

function Questions({ questions }: Pick<Settings['faqs'], 'questions'>) {
  // They may come after the page that the link led to.
  useEffect(() => void goToAnchor(location.hash), []);
  return questions.map((faq, index) => <FaqItem key={faq.id} faq={faq} number={index + 1} />);
}
