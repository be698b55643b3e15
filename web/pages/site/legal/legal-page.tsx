import type { ResponseOf } from '#contracts/endpoints.ts';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import './legal-page.css';

type Props = { text: QueryState<ResponseOf<'GET /api/words/legal/:page'>> };

export const headFor = ({ text }: Props): Head =>
  text.is === 'ready' ? text.data.data : { title: 'Privacy, terms and refunds' };

/** Privacy, terms, or refunds and shipping. */
export function Page({ text }: Props) {
  return (
    <article className="legal wrap">
      <AsyncView state={text} loading="Loading..." skeleton={<div className="skeleton words-skeleton" />}>
        {({ data: { title, parts } }) => (
          <>
            <h1>{title}</h1>
            {parts.map(({ heading, paragraphs }) => (
              <section key={heading}>
                <h2>{heading}</h2>
                {paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </section>
            ))}
          </>
        )}
      </AsyncView>
    </article>
  );
}
