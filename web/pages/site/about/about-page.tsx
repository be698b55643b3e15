import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { StoryWords } from '#contracts/words.ts';
import { ChosenPicture } from '#web/layout/chosen-picture.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { useFarm } from '#web/session/client-config.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import './about-page.css';

type PageProps = { words: QueryState<ResponseOf<'GET /api/words/story'>> };

export const headFor = ({ words }: PageProps): Head => ({
  title: 'About Us',
  description: words.is === 'ready' ? words.data.data.description : '',
});

export function Page({ words }: PageProps) {
  const { tours, answers_tours } = useFarm();
  return (
    <>
      <div className="slim-banner">
        <div className="wrap">
          <h1 className="slim-banner-title">ABOUT-US PAGE</h1>
        </div>
      </div>
      <article className="story">
        <AsyncView state={words} loading="Loading our story..." skeleton={<div className="skeleton words-skeleton" />}>
          {({ data: story }) => (
            <>
              <StoryChapter chapter={story.first} opening />
              <StoryChapter chapter={story.second} />
              <StoryChapter chapter={story.third} />
            </>
          )}
        </AsyncView>
        <p className="story-end story-column">
          <a className="button button-gold" href={pagePaths.products}>
            Our Products
          </a>
          {tours && (
            <a className="text-link" href={answers_tours ? `${pagePaths.faqs}#tours` : pagePaths.contact}>
              Come and see the farm
            </a>
          )}
        </p>
      </article>
    </>
  );
}

type Props = { chapter: StoryWords['first']; opening?: boolean };

function StoryChapter({ chapter: { heading, paragraphs, caption, picture, alt }, opening = false }: Props) {
  return (
    <section className={opening ? 'story-opening' : undefined}>
      <figure>
        <div className="story-picture">
          <ChosenPicture {...picture} alt={alt} sizes="(max-width: 1440px) 100vw, 1344px" eager={opening && 'first'} />
        </div>
        <figcaption>{caption}</figcaption>
      </figure>
      <div className="story-column">
        <h2>{heading}</h2>
        {paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </section>
  );
}
