import type { Post } from '#contracts/blog.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { BlogPicture } from '#web/layout/blog-picture.tsx';
import { formatPostDay, postExcerpt } from '#web/layout/post-summary.ts';
import type { CardLayout } from './card-layout.ts';

export function PostCard({ post, layout }: { post: Post; layout: CardLayout }) {
  const href = pagePaths.blog(post.id);
  return (
    <article className={`post-card post-card-${layout}${post.image_url ? '' : ' post-card-plain'}`}>
      {post.image_url && (
        // Same link as the title, so it is skipped by keyboard and screen readers.
        <a className="post-card-picture" href={href} tabIndex={-1} aria-hidden="true">
          <BlogPicture name={post.image_url} alt="" sizes={sizes[layout]} eager={layout === 'lead'} />
        </a>
      )}
      <div>
        <h3>
          <a href={href}>{post.title}</a>
        </h3>
        <time dateTime={post.published_at ?? post.created_at}>{formatPostDay(post)}</time>
        {post.image_url && <p>{postExcerpt(post)}</p>}
      </div>
      {!post.image_url && <p>{postExcerpt(post)}</p>}
    </article>
  );
}

const half = '(max-width: 699px) 100vw, (max-width: 1440px) 45vw, 644px';
const sizes: Record<CardLayout, string> = {
  lead: '(max-width: 699px) 100vw, (max-width: 1440px) 55vw, 760px',
  wide: half,
  half,
  row: '',
};
