import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Post } from '#contracts/blog.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { toApiError } from '#web/query/api-error.ts';
import { mutate } from '#web/query/mutate.ts';
import type { QueryState } from '#web/query/query-state.ts';
import { replaceRoute } from '#web/router/navigation.ts';
import { pageSearch } from '#web/router/url-params.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FormError } from '#web/ui/field.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { type PostPage, removePost } from './optimistic-posts.ts';
import { PostTable } from './post-table.tsx';

type Props = {
  posts: QueryState<PostPage>;
  /** Id of the post in the form. */
  edited: number | undefined;
  busy: boolean;
  onEdit(post: Post): void;
  onDeleted(id: number): void;
};

export function PostList({ posts, edited, busy, onEdit, onDeleted }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [confirming, setConfirming] = useState<Post>();
  const [deleting, setDeleting] = useState(false);
  const [error, setError] = useState<string>();
  useScrollToList(posts.is === 'ready' ? posts.data.pagination.current_page : undefined, heading);

  async function remove({ id }: Post) {
    setDeleting(true);
    setError(undefined);
    try {
      await mutate('DELETE /api/admin/blogs/:id', { params: { id } });
      onDeleted(id);
      if (posts.is === 'ready') goToLastPage(removePost(posts.data, id).pagination);
    } catch (error) {
      setError(toApiError(error).message);
    }
    // Close the dialog before moving focus; while it is open, nothing behind it can be focused.
    flushSync(() => {
      setDeleting(false);
      setConfirming(undefined);
    });
    heading.current?.focus({ preventScroll: true });
  }

  return (
    <section className="post-list" aria-labelledby="post-list-heading">
      <h3 ref={heading} id="post-list-heading" tabIndex={-1} hidden={posts.is !== 'ready'}>
        Blog Post List
      </h3>
      {error && <FormError text={error} />}
      <AsyncView state={posts} loading="Loading blog posts..." skeleton={<RowSkeletons />}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 ? (
              <p className="post-list-empty">No blog posts found.</p>
            ) : (
              <PostTable posts={data} edited={edited} busy={busy} onEdit={onEdit} onDelete={setConfirming} />
            )}
            <Pager items="blog posts" count={data.length} action={pagePaths.blogManagement} pagination={pagination} />
          </>
        )}
      </AsyncView>
      {confirming && (
        <ConfirmDialog
          text="Are you sure you want to delete this blog post?"
          confirmLabel="Delete"
          busy={deleting}
          onConfirm={() => void remove(confirming)}
          onCancel={() => setConfirming(undefined)}
        />
      )}
    </section>
  );
}

/** After paging, show the list instead of the form above it, and focus it unless the focus has moved elsewhere. */
function useScrollToList(page: number | undefined, heading: RefObject<HTMLElement | null>) {
  const last = useRef(page);
  useEffect(() => {
    const pageChanged = page !== undefined && last.current !== undefined && last.current !== page;
    last.current = page ?? last.current;
    if (!pageChanged) return;
    // After navigation has scrolled to the top.
    const frame = requestAnimationFrame(() => {
      heading.current?.scrollIntoView();
      if (document.activeElement?.contains(heading.current)) heading.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [page, heading]);
}

/** Goes to the new last page if the deleted post was the only one on this page. */
function goToLastPage({ current_page, last_page }: PostPage['pagination']) {
  const last = new URLSearchParams({ page: String(last_page) });
  if (current_page > last_page) replaceRoute(pagePaths.blogManagement + pageSearch(last));
}

function RowSkeletons() {
  return ['1', '2', '3', '4', '5', '6', '7', '8'].map((row) => <div key={row} className="skeleton post-skeleton" />);
}
