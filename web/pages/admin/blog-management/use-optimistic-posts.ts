import { useEffect, useRef } from 'react';
import type { Post } from '#contracts/blog.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import type { QueryState } from '#web/query/query-state.ts';
import { useRouteLocation } from '#web/router/route-definition.ts';
import { pageNumber } from '#web/router/url-params.ts';
import { appendPost, type PostPage, removePost, replacePost, urlOf } from './optimistic-posts.ts';

const LIST_URL = '/api/admin/blogs';

/** Applies changes to the visible page at once and invalidates the other pages. */
export function useOptimisticPosts(posts: QueryState<PostPage>) {
  const queryCache = useQueryCache();
  const { searchParams } = useRouteLocation();
  const currentUrl = posts.is === 'ready' ? urlOf(pageNumber(searchParams)) : undefined;
  // A page whose order differs from the server's. It is dropped when the user leaves it.
  const temporaryUrl = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(
    () => () => {
      if (temporaryUrl.current) queryCache.invalidate(temporaryUrl.current);
      temporaryUrl.current = undefined;
    },
    [queryCache, searchParams.get('page')],
  );

  return {
    add: (post: Post) => applyAndReorder((page) => appendPost(page, post)),
    update: (post: Post) => apply((page) => replacePost(page, post)),
    remove: (id: number) => applyAndReorder((page) => removePost(page, id)),
  };

  function applyAndReorder(change: (page: PostPage) => PostPage) {
    apply(change);
    temporaryUrl.current = currentUrl;
  }

  function apply(change: (page: PostPage) => PostPage) {
    if (currentUrl) queryCache.update(currentUrl, change);
    queryCache.invalidate(LIST_URL, currentUrl);
    // Where pictures are used.
    queryCache.invalidate('/api/pictures');
  }
}
