import fog from '#content/pictures/gallery-17.jpg?picture';
import type { Post } from '#contracts/blog.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { PublicFarm } from '#contracts/farm.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { pictureFolders } from '#contracts/pictures.ts';
import { AskForAlert } from '#web/alerts/ask-for-alert.tsx';
import { Banner } from '#web/layout/banner.tsx';
import { Logo } from '#web/layout/logo.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { cardLayouts } from './card-layout.ts';
import { PostCard } from './post-card.tsx';
import '#web/ui/pager.css';
import './blog-list-page.css';

type Props = { posts: QueryState<ResponseOf<'GET /api/blogs'>> };

export const headFor = (_: unknown, { brand }: PublicFarm): Head => ({
  title: 'Blog',
  description: `News from the hop yard of ${brand}: harvest, lab results and what brewers make of our hops.`,
});

export function Page({ posts }: Props) {
  return (
    <>
      <Banner title="Blog">
        <Picture folder={pictureFolders.project} name={fog} alt="" sizes="100vw" eager="first" fallback="" />
      </Banner>
      <div className="wrap">
        <h2 className="blog-heading">Latest News & Updates</h2>
        <AsyncView state={posts} loading="Loading blog posts..." skeleton={<CardSkeletons />}>
          {({ data, pagination }) => (
            <>
              {data.length === 0 ? <NoPosts /> : <PostGrid posts={data} hasLead={pagination.current_page === 1} />}
              <Pager items="blog posts" count={data.length} action={pagePaths.blogs} pagination={pagination} />
            </>
          )}
        </AsyncView>
        <AskForAlert
          heading="Tell me about harvest"
          help="News by email, a few times a year. We first send you a link to confirm your address."
        />
      </div>
    </>
  );
}

function PostGrid({ posts, hasLead }: { posts: Post[]; hasLead: boolean }) {
  const layouts = cardLayouts(posts, hasLead);
  return (
    <div className="blog-grid">
      {posts.map((post, index) => (
        <PostCard key={post.id} post={post} layout={layouts[index] ?? 'row'} />
      ))}
    </div>
  );
}

function NoPosts() {
  return (
    <div className="state-empty">
      <Logo />
      <div>
        <strong>No blog posts found.</strong>
        <a className="text-link" href={pagePaths.blogs}>
          Latest News
        </a>
      </div>
    </div>
  );
}

function CardSkeletons() {
  return (
    <div className="blog-grid">
      {['first', 'second'].map((card) => (
        <div key={card} className="post-card">
          <div className="post-card-picture skeleton" />
          <div className="skeleton skeleton-title" />
          <div className="skeleton skeleton-line" />
          <div className="skeleton skeleton-line" />
        </div>
      ))}
    </div>
  );
}
