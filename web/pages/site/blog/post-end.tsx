import type { PostLink } from '#contracts/blog.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { Icon } from '#web/ui/icon.tsx';

/** Where to go after a post: the hops it names, the posts before and after it, and the list. */
export function PostEnd({ hops, previous, next }: ResponseOf<'GET /api/blogs/:id'>) {
  return (
    <div className="post-end">
      {hops.length > 0 && (
        <p className="post-hops">
          {hops.length === 1 ? 'The hop in this post:' : 'The hops in this post:'}{' '}
          {hops.map(({ slug, name }) => (
            <a key={slug} className="text-link" href={pagePaths.product(slug)}>
              {name}
              <Icon name="arrow" size={20} />
            </a>
          ))}
        </p>
      )}
      {(previous || next) && (
        <nav className="post-neighbors" aria-label="More posts">
          {previous && <Neighbor post={previous} label="Previous post" />}
          {next && <Neighbor post={next} label="Next post" />}
        </nav>
      )}
      <a className="text-link" href={pagePaths.blogs}>
        <Icon name="back" size={20} />
        Back to Blogs
      </a>
    </div>
  );
}

function Neighbor({ post: { id, title }, label }: { post: PostLink; label: string }) {
  return (
    <a
      className={label === 'Next post' ? 'post-neighbor post-neighbor-next' : 'post-neighbor'}
      href={pagePaths.blog(id)}
    >
      <span className="note">{label}</span>
      <b>{title}</b>
    </a>
  );
}
