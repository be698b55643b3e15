import { useEffect, useRef } from 'react';
import type { Post } from '#contracts/blog.ts';
import { useAnswers } from '#web/query/query-cache.ts';
import type { Load } from '#web/query/query-state.ts';
import { usePlace } from '#web/router/route-definition.ts';
import { type Listed, urlOf, withoutPost, withPublished, withRevised } from './optimistic-posts.ts';

const EVERY_PAGE = '/api/admin/blogs';

/** Own changes show in the list at once; its other pages, whose posts have moved or changed, are fetched anew. */
export function useListedPosts(posts: Load<Listed>) {
  const answers = useAnswers();
  const { query } = usePlace();
  const shown = posts.is === 'ready' ? urlOf(posts.data.pagination.current_page) : undefined;
  // The list as shown differs from the server's order: nobody is to come back to it.
  const makeshift = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turned page is the reason
  useEffect(
    () => () => {
      if (makeshift.current) answers.forget(makeshift.current);
      makeshift.current = undefined;
    },
    [answers, query.get('page')],
  );

  return {
    published: (post: Post) => move((list) => withPublished(list, post)),
    revised: (post: Post) => take((list) => withRevised(list, post)),
    withdrawn: (id: number) => move((list) => withoutPost(list, id)),
  };

  function move(change: (list: Listed) => Listed) {
    take(change);
    makeshift.current = shown;
  }

  function take(change: (list: Listed) => Listed) {
    if (shown) answers.update(shown, change);
    answers.forget(EVERY_PAGE, shown);
  }
}
