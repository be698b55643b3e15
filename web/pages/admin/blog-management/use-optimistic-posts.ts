import { useEffect, useRef } from 'react';
import type { Post } from '#contracts/blog.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import type { QueryState } from '#web/query/query-state.ts';
import { useRouteLocation } from '#web/router/route-definition.ts';
import { type PostPage, urlOf, withoutPost, withPublished, withRevised } from './optimistic-posts.ts';

const EVERY_PAGE = '/api/admin/blogs';

/** Own changes show in the list at once; its other pages, whose posts have moved or changed, are fetched anew. */
export function useOptimisticPosts(posts: QueryState<PostPage>) {
  const answers = useQueryCache();
  const { searchParams } = useRouteLocation();
  const shown = posts.is === 'ready' ? urlOf(posts.data.pagination.current_page) : undefined;
  // The list as shown differs from the server's order: nobody is to come back to it.
  const makeshift = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turned page is the reason
  useEffect(
    () => () => {
      if (makeshift.current) answers.invalidate(makeshift.current);
      makeshift.current = undefined;
    },
    [answers, searchParams.get('page')],
  );

  return {
    published: (post: Post) => move((list) => withPublished(list, post)),
    revised: (post: Post) => take((list) => withRevised(list, post)),
    withdrawn: (id: number) => move((list) => withoutPost(list, id)),
  };

  function move(change: (list: PostPage) => PostPage) {
    take(change);
    makeshift.current = shown;
  }

  function take(change: (list: PostPage) => PostPage) {
    if (shown) answers.update(shown, change);
    answers.invalidate(EVERY_PAGE, shown);
  }
}
