// Adds a scheduled post and a draft with a few versions and a preview link.
import type { ApiClient } from '#server/testing/api-client.ts';

/** Returns the path of the draft's preview. */
export async function addUnpublishedPosts(staff: ApiClient): Promise<string> {
  await staff.send('POST /api/admin/blogs', {
    form: {
      title: 'Rhizomes go on sale',
      content: '<p>Cut, washed and bagged by the dozen.</p>',
      published_at: '2026-10-05T16:00:00Z',
    },
  });
  const { data } = await staff.send('POST /api/admin/blogs', {
    form: { title: 'What winter is for', content: '<p>We mend trellis wire and count anchors.</p>', published_at: '' },
  });
  const edits = [
    {
      title: 'What winter is for',
      content: '<p>We mend trellis wire, count anchors and sharpen the pickers.</p><p>Come by if you like to talk.</p>',
      description: 'What happens on a hop farm between harvest and the first shoots.',
    },
    {
      title: 'What winter is for on a hop farm',
      content: '<p>We mend trellis wire, count anchors and grease the picker.</p><p>Come by if you like to talk.</p>',
      description: 'What happens on a hop farm between harvest and the first shoots.',
    },
  ];
  for (const form of edits) await staff.send('PUT /api/admin/blogs/:id', { params: { id: data.id }, form });
  const link = await staff.send('POST /api/admin/blogs/:id/preview-link', { params: { id: data.id } });
  const { pathname, search } = new URL(link.data.url);
  return pathname + search;
}
