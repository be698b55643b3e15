import { useMemo } from 'react';
import type { Post } from '#contracts/blog.ts';
import { BlogPicture } from '#web/layout/blog-picture.tsx';
import { postExcerpt } from '#web/layout/post-summary.ts';
import { localDate } from '#web/ui/local-date.ts';
import { stateOf, stateText } from './post-state.ts';

type Actions = { busy: boolean; onEdit(post: Post): void; onDelete(post: Post): void };

export function PostTable({ posts, edited, ...actions }: Actions & { posts: Post[]; edited: number | undefined }) {
  return (
    <table className="admin-table post-table">
      <thead>
        <tr>
          <th>ID</th>
          <th>Title</th>
          <th>Content</th>
          <th>Image</th>
          <th>Created At</th>
          <th>Actions</th>
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <PostRow key={post.id} post={post} isEdited={post.id === edited} {...actions} />
        ))}
      </tbody>
    </table>
  );
}

function PostRow({ post, isEdited, busy, onEdit, onDelete }: Actions & { post: Post; isEdited: boolean }) {
  const { id, title, content, image_url, created_at } = post;
  const text = useMemo(() => textOf(content), [content]);
  const titleId = `post-${id}-title`;
  return (
    <tr className={isEdited ? 'post-row-edited' : undefined}>
      <td>{id}</td>
      <td className="admin-truncate post-title" title={title}>
        <span id={titleId}>{title}</span>
        {stateOf(post) !== 'published' && <span className="post-state">{stateText(post)}</span>}
      </td>
      <td className="admin-truncate post-excerpt" title={text}>
        {postExcerpt(post)}
      </td>
      <td className="post-thumbnail">
        {image_url ? (
          <BlogPicture name={image_url} alt="" sizes="72px" />
        ) : (
          <span className="admin-faint">No image</span>
        )}
      </td>
      <td className="post-date">{localDate(created_at)}</td>
      <td className="post-actions">
        <button
          className="button"
          type="button"
          aria-describedby={titleId}
          disabled={busy}
          onClick={() => onEdit(post)}
        >
          Edit
        </button>
        <button
          className="button button-danger"
          type="button"
          aria-describedby={titleId}
          disabled={busy}
          onClick={() => onDelete(post)}
        >
          Delete
        </button>
      </td>
    </tr>
  );
}

/** Plain text of a post, with spaces between blocks. A parsed document loads and runs nothing. */
function textOf(html: string): string {
  const spaced = html.replace(/<\/(p|h[12]|li)>|<br \/>/g, '$& ');
  const { textContent } = new DOMParser().parseFromString(spaced, 'text/html').body;
  return (textContent ?? '').replace(/\s+/g, ' ').trim();
}
