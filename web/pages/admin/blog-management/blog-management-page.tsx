import { useReducer } from 'react';
import { farm } from '#content/farm.ts';
import type { Post } from '#contracts/blog.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import { fileOf, storedNameOf } from '#web/library/chosen-picture.ts';
import { toApiError } from '#web/query/api-error.ts';
import { mutate } from '#web/query/mutate.ts';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { confirmLeave, useUnsavedChanges } from '#web/router/unsaved-changes.ts';
import { toast } from '#web/ui/toast.tsx';
import type { PostPage } from './optimistic-posts.ts';
import { PostForm } from './post-form.tsx';
import { initialState, isUnsaved, postFormReducer } from './post-form-state.ts';
import { PostList } from './post-list.tsx';
import { useOptimisticPosts } from './use-optimistic-posts.ts';

type Props = { posts: QueryState<PostPage> };

export const headFor = (): Head => ({ title: `Blog Management · ${farm.brand}`, description: '' });

export function Page({ posts }: Props) {
  const [state, dispatch] = useReducer(postFormReducer, initialState);
  const list = useOptimisticPosts(posts);
  useUnsavedChanges(isUnsaved(state));

  async function save() {
    if (state.saving || state.uploading) return;
    dispatch({ type: 'save' });
    const { post, title, content, image } = state;
    const draft = { form: { title, content, stored_image: storedNameOf(image) }, image: fileOf(image) };
    try {
      if (post) {
        const { data } = await mutate('PUT /api/admin/blogs/:id', { params: { id: post.id }, ...draft });
        list.update(data);
        toast({ text: 'Blog post updated.', link: { label: 'View post', href: pagePaths.blog(data.id) } });
      } else {
        const { data } = await mutate('POST /api/admin/blogs', draft);
        list.add(data);
        toast({ text: 'Blog post added.', link: { label: 'View post', href: pagePaths.blog(data.id) } });
      }
      dispatch({ type: 'saved' });
    } catch (error) {
      const { message, errors } = toApiError(error);
      dispatch({ type: 'failed', message, errors });
    }
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
      </div>
      <PostList
        posts={posts}
        edited={state.post?.id}
        busy={state.saving}
        onEdit={(post: Post) => confirmLeave() && dispatch({ type: 'edit', post })}
        onDeleted={handleDeleted}
      />
    </AdminPage>
  );
}
