import { useReducer } from 'react';
import type { Post } from '#contracts/blog.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { confirmLeave, useUnsavedChanges } from '#web/router/unsaved-changes.ts';
import type { PostPage } from './optimistic-posts.ts';
import { PostForm } from './post-form.tsx';
import { initialState, isUnsaved, postFormReducer } from './post-form-state.ts';
import { PostList } from './post-list.tsx';
import { stateOf } from './post-state.ts';
import { PostVersions } from './post-versions.tsx';
import { PreviewLink } from './preview-link.tsx';
import { type PostError, restoreVersion, savePost } from './save-post.ts';
import { SendAsNews } from './send-as-news.tsx';
import { useOptimisticPosts } from './use-optimistic-posts.ts';

type Props = { posts: QueryState<PostPage> };

export const headFor = (): Head => ({ title: 'Blog Management' });

export function Page({ posts }: Props) {
  const [state, dispatch] = useReducer(postFormReducer, initialState);
  const { post } = state;
  const list = useOptimisticPosts(posts);
  useUnsavedChanges(isUnsaved(state));

  async function save() {
    if (state.saving || state.uploading) return;
    dispatch({ type: 'save' });
    const outcome = await savePost(state);
    if (outcome.is === 'failed') return showError(outcome.error);
    if (post) list.update(outcome.post);
    else list.add(outcome.post);
    dispatch({ type: 'saved' });
  }

  async function restore(edited: Post, version: number) {
    if (!confirmLeave()) return;
    dispatch({ type: 'save' });
    const outcome = await restoreVersion(edited, version);
    if (outcome.is === 'failed') return showError(outcome.error);
    list.update(outcome.post);
    dispatch({ type: 'edit', post: outcome.post });
  }

  function showError(error: PostError) {
    if (error.current) list.update(error.current);
    dispatch({ type: 'failed', ...error });
  }

  function handleDeleted(id: number) {
    list.remove(id);
    dispatch({ type: 'deleted', id });
  }

  return (
    <AdminPage title="BLOG MANAGEMENT">
      <h2>Manage Blog Posts</h2>
      <p className="admin-lead">Add, edit, or delete blog posts for your site.</p>
      {/* Hidden, not unmounted: it keeps unsaved input while the list loads another page. */}
      <div hidden={posts.is === 'loading'}>
        <PostForm state={state} dispatch={dispatch} onSave={save} />
        {post && stateOf(post) !== 'published' && <PreviewLink key={`preview ${post.id}`} post={post} />}
        {post && stateOf(post) === 'published' && <SendAsNews key={`news ${post.id}`} post={post} />}
        {post && (
          <PostVersions
            key={post.id}
            post={post}
            busy={state.saving}
            onRestore={(version) => void restore(post, version)}
          />
        )}
      </div>
      <PostList
        posts={posts}
        edited={post?.id}
        busy={state.saving}
        onEdit={(chosen: Post) => confirmLeave() && dispatch({ type: 'edit', post: chosen })}
        onDeleted={handleDeleted}
      />
    </AdminPage>
  );
}
