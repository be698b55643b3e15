import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { pictureFolders } from '#contracts/pictures.ts';
import { BlogPicture } from '#web/layout/blog-picture.tsx';
import { formatPostDay, postExcerpt } from '#web/layout/post-summary.ts';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { PostEnd } from './post-end.tsx';
import { renderContent } from './render-content.ts';
import '#web/layout/post-text.css';
import './blog-post-page.css';

type Props = { post: QueryState<ResponseOf<'GET /api/blogs/:id'>> };

export function headFor({ post }: Props): Head {
  if (post.is !== 'ready') return { title: 'Blog' };
  const { title, description, image_url } = post.data.data;
  const picture = image_url ? pictureFolders.blogs + image_url : undefined;
  return { title, description: description || postExcerpt(post.data.data), picture };
}

export function Page({ post }: Props) {
  return (
    <>
      <div className="slim-banner">
        <div className="wrap">
          <p className="slim-banner-title">Blog Details</p>
          <a className="text-link" href={pagePaths.blogs}>
            Back to Blogs
          </a>
        </div>
      </div>
      <AsyncView state={post} loading="Loading blog..." skeleton={<PostSkeleton />} inset>
        {(response) => <Article {...response} />}
      </AsyncView>
    </>
  );
}

function Article(response: ResponseOf<'GET /api/blogs/:id'>) {
  const { data: post } = response;
  // Drop cap, if the post starts with a paragraph that starts with a letter.
  const initial = /^<p>\p{L}/u.test(post.content) ? ' post-text-initial' : '';
  return (
    <article className="post">
      {post.image_url && (
        <div className="post-picture">
          <BlogPicture name={post.image_url} alt="" sizes="(max-width: 1440px) 100vw, 1344px" eager="first" />
        </div>
      )}
      <div className="post-column">
        {response.preview_until && (
          <p className="post-preview" role="note">
            This is a preview. Only people with this link can see it.
          </p>
        )}
        <h1>{post.title}</h1>
        <time dateTime={post.published_at ?? post.created_at}>{formatPostDay(post)}</time>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized on save, see post-html.ts */}
        <div className={`post-text${initial}`} dangerouslySetInnerHTML={{ __html: renderContent(post.content) }} />
        <PostEnd {...response} />
      </div>
    </article>
  );
}

function PostSkeleton() {
  return (
    <div className="post">
      <div className="post-picture skeleton" />
      <div className="post-column">
        <div className="skeleton post-skeleton-title" />
        <div className="skeleton post-skeleton-title" />
        {['1', '2', '3', '4', '5'].map((line) => (
          <div key={line} className="skeleton skeleton-line" />
        ))}
      </div>
    </div>
  );
}
