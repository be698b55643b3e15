import type { Post } from '#contracts/blog.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { BlogPicture } from '#web/layout/blog-picture.tsx';
import { formatPostDay, postExcerpt } from '#web/layout/post-summary.ts';

export function PostCard({ post, lead }: { post: Post; lead: boolean }) {
  const href = pagePaths.blog(post.id);
  const classes = ['post-card', lead && 'post-card-lead', !post.image_url && 'post-card-plain'];
  return (
    <article className={classes.filter(Boolean).join(' ')}>
      {post.image_url && (
        // Same link as the title, so it is skipped by keyboard and screen readers.
        <a className="post-card-picture" href={href} tabIndex={-1} aria-hidden="true">
          <BlogPicture name={post.image_url} alt="" sizes={lead ? sizes.lead : sizes.card} eager={lead} />
        </a>
      )}
      <div>
        <h3>
          <a href={href}>{post.title}</a>
        </h3>
        <time dateTime={post.created_at}>{formatPostDay(post)}</time>
        <p>{postExcerpt(post)}</p>
      </div>
    </article>
  );
}

const sizes = {
  lead: '(max-width: 699px) 100vw, (max-width: 1440px) 55vw, 760px',
  card: '(max-width: 699px) 100vw, (max-width: 1440px) 45vw, 644px',
};
