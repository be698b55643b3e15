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
import { type PostPage, withoutPost } from './optimistic-posts.ts';
import { PostTable } from './post-table.tsx';

type Props = {
  posts: QueryState<PostPage>;
  /** The post that is in the form. */
  edited: number | undefined;
  busy: boolean;
  onEdit(post: Post): void;
  onWithdrawn(id: number): void;
};

export function PostList({ posts, edited, busy, onEdit, onWithdrawn }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<Post>();
  const [deleting, setDeleting] = useState(false);
  const [problem, setProblem] = useState<string>();
  useListInView(posts.is === 'ready' ? posts.data.pagination.current_page : undefined, heading);

  async function withdraw({ id }: Post) {
    setDeleting(true);
    setProblem(undefined);
    try {
      await mutate('DELETE /api/admin/blogs/:id', { params: { id } });
      onWithdrawn(id);
      if (posts.is === 'ready') turnBack(withoutPost(posts.data, id).pagination);
    } catch (error) {
      setProblem(toApiError(error).message);
    }
    // The question is gone before the focus moves: while it is open, nothing behind it takes the focus.
    flushSync(() => {
      setDeleting(false);
      setAsked(undefined);
    });
    heading.current?.focus({ preventScroll: true });
  }

  return (
    <section className="post-list" aria-labelledby="post-list-heading">
      <h3 ref={heading} id="post-list-heading" tabIndex={-1}>
        Blog Post List
      </h3>
      {problem && <FormError text={problem} />}
      <AsyncView state={posts} loading="Loading blog posts..." skeleton={<RowSkeletons />}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 ? (
              <p className="post-list-empty">No blog posts found.</p>
            ) : (
              <PostTable posts={data} edited={edited} busy={busy} onEdit={onEdit} onDelete={setAsked} />
            )}
            <Pager of="blog posts" shown={data.length} action={pagePaths.blogManagement} pagination={pagination} />
          </>
        )}
      </AsyncView>
      {asked && (
        <ConfirmDialog
          text="Are you sure you want to delete this blog post?"
          yes="Delete"
          busy={deleting}
          onYes={() => void withdraw(asked)}
          onNo={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

/** Whoever turns the page wants to see the list, not the form above it. */
function useListInView(page: number | undefined, heading: RefObject<HTMLElement | null>) {
  const last = useRef(page);
  useEffect(() => {
    const turned = page !== undefined && last.current !== undefined && last.current !== page;
    last.current = page ?? last.current;
    if (!turned) return;
    // After the navigation has put the view to the top.
    const frame = requestAnimationFrame(() => heading.current?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [page, heading]);
}

/** Where that was the only post of the last page, the last page there is now shows. */
function turnBack({ current_page, last_page }: PostPage['pagination']) {
  const last = new URLSearchParams({ page: String(last_page) });
  if (current_page > last_page) replaceRoute(pagePaths.blogManagement + pageSearch(last));
}

function RowSkeletons() {
  return ['1', '2', '3', '4', '5', '6', '7', '8'].map((row) => <div key={row} className="skeleton post-skeleton" />);
}
