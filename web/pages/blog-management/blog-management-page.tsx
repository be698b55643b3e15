import { farm } from '../../../content/farm.ts';
import type { Post } from '../../../contracts/blog.ts';
import type { ReplyOf } from '../../../contracts/calls.ts';
import { pagePaths } from '../../../contracts/page-paths.ts';
import type { Load } from '../../data/load.ts';
import { BlogPicture } from '../../layout/blog-picture.tsx';
import { OfficePage } from '../../layout/office-page.tsx';
import type { Head } from '../../page.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Pager } from '../../ui/pager.tsx';

type Props = { posts: Load<ReplyOf<'GET /api/admin/blogs'>> };

export const headOf = (): Head => ({ title: `Blog Management · ${farm.brand}`, description: '' });

export function Page({ posts }: Props) {
  return (
    <OfficePage title="BLOG MANAGEMENT">
      <h2>Manage Blog Posts</h2>
      <p className="office-lead">Add, edit, or delete blog posts for your site.</p>
      <h3>Blog Post List</h3>
      <Loaded from={posts} loading="Loading blog posts..." skeleton={<div className="skeleton skeleton-line" />}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 ? <p>No blog posts found.</p> : <PostTable posts={data} />}
            <Pager of="blog posts" shown={data.length} action={pagePaths.blogManagement} pagination={pagination} />
          </>
        )}
      </Loaded>
    </OfficePage>
  );
}

function PostTable({ posts }: { posts: Post[] }) {
  return (
    <table className="office-table">
      <thead>
        <tr>
          <th>ID</th>
          <th>Title</th>
          <th>Content</th>
          <th>Image</th>
          <th>Created At</th>
        </tr>
      </thead>
      <tbody>
        {posts.map(({ id, title, excerpt, image_url, created_at }) => (
          <tr key={id}>
            <td>{id}</td>
            <td className="office-cut" title={title}>
              {title}
            </td>
            <td className="office-cut" title={excerpt}>
              {excerpt}
            </td>
            <td>
              {image_url ? (
                <BlogPicture name={image_url} alt="" sizes="72px" />
              ) : (
                <span className="office-faint">No image</span>
              )}
            </td>
            <td>{new Date(created_at).toLocaleDateString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
