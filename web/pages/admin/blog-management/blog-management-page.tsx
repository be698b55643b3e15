import { useReducer } from 'react';
import { farm } from '#content/farm.ts';
import type { Post } from '#contracts/blog.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { OfficePage } from '#web/layout/admin-page.tsx';
import { refusalOf } from '#web/query/api-error.ts';
import { send } from '#web/query/mutate.ts';
import type { Load } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { mayLeave, useAskBeforeLeaving } from '#web/router/unsaved-changes.ts';
import { toast } from '#web/ui/toast.tsx';
import type { Listed } from './optimistic-posts.ts';
import { PostForm } from './post-form.tsx';
import { editing, isUnsaved, start } from './post-form-state.ts';
import { PostList } from './post-list.tsx';
import { useListedPosts } from './use-optimistic-posts.ts';

type Props = { posts: Load<Listed> };

export const headOf = (): Head => ({ title: `Blog Management · ${farm.brand}`, description: '' });

export function Page({ posts }: Props) {
  const [state, tell] = useReducer(editing, start);
  const listed = useListedPosts(posts);
  useAskBeforeLeaving(isUnsaved(state));

  async function save() {
    if (state.saving || state.uploading) return;
    tell({ type: 'save' });
    const { post, title, content, image } = state;
    const draft = { form: { title, content }, image };
    try {
      if (post) {
        const { data } = await send('PUT /api/admin/blogs/:id', { params: { id: post.id }, ...draft });
        listed.revised(data);
        toast({ text: 'The blog post was updated.', link: { label: 'Read it', href: pagePaths.blog(data.id) } });
      } else {
        const { data } = await send('POST /api/admin/blogs', draft);
        listed.published(data);
        toast({ text: 'The blog post was added.', link: { label: 'Read it', href: pagePaths.blog(data.id) } });
      }
      tell({ type: 'saved' });
    } catch (error) {
      const { message, errors } = refusalOf(error);
      tell({ type: 'refused', problem: message, errors });
    }
  }

  function withdrawn(id: number) {
    listed.withdrawn(id);
    tell({ type: 'withdrawn', id });
  }

  return (
    <OfficePage title="BLOG MANAGEMENT">
      <h2>Manage Blog Posts</h2>
      <p className="office-lead">Add, edit, or delete blog posts for your site.</p>
      {/* Out of sight and still there: it keeps what was typed while the list turns its pages. */}
      <div hidden={posts.is === 'loading'}>
        <PostForm state={state} tell={tell} onSave={save} />
      </div>
      <PostList
        posts={posts}
        edited={state.post?.id}
        busy={state.saving}
        onEdit={(post: Post) => mayLeave() && tell({ type: 'edit', post })}
        onWithdrawn={withdrawn}
      />
    </OfficePage>
  );
}
