import type { Context } from 'hono'
import { topicPath } from '../../../contract/forum-path.ts'
import { categorySlug, topicList, topicPage as topicPageReply } from '../../../contract/http/forum.ts'
import { forumPreview } from '../link-previews/head.ts'
import * as previews from '../link-previews/queries.ts'
import type { FirstLoad } from './page.ts'

const FORUM = { title: 'Forum', description: 'Talk about drawing, the site and everything around it.' }

/** The topics of the forum, or of one category. */
export function forumPage(c: Context, slug?: string): FirstLoad {
  // The search and the forms have their own contents.
  if (slug !== undefined && !categorySlug.safeParse(slug).success) return { template: 'other' }
  const show = c.req.query('show')
  const query = new URLSearchParams({ ...(slug && { category: slug }), ...(show && show !== 'latest' && { show }) })
  const call = { path: `/api/v2/forum/topics${query.size > 0 ? `?${query}` : ''}` }
  return {
    template: 'forum',
    calls: [call],
    subject: call,
    values(reply) {
      const list = reply(topicList, call)
      if (!list) return null
      const category = list.categories.find((one) => one.slug === slug)
      return {
        title: category?.name ?? FORUM.title,
        intro: category?.description ?? FORUM.description,
        categories: [
          { href: '/forum', name: 'All topics' },
          ...list.categories.map((one) => ({ href: `/forum/${one.slug}`, name: one.name })),
        ],
        topics: list.items.map(({ id, title, posts }) => ({
          href: topicPath(id),
          title,
          replies: posts === 2 ? '1 reply' : `${posts - 1} replies`,
        })),
      }
    },
    preview: (db) =>
      slug === undefined ? Promise.resolve(forumPreview(FORUM)) : previews.findCategoryPreview(db, slug),
  }
}

/** The first posts, which fill the window. The application draws the others. */
const FIRST_POSTS = 5

/** The beginning of a page of posts. */
export function topicPage(id: number, page = '1'): FirstLoad {
  const call = { path: `/api/v2/forum/topic/${id}?${new URLSearchParams({ page })}` }
  return {
    template: 'topic',
    calls: [call],
    subject: call,
    values(reply) {
      const found = reply(topicPageReply, call)
      if (!found) return null
      const { topic, items } = found
      const posts = items.filter(({ deleted }) => !deleted).slice(0, FIRST_POSTS)
      return {
        title: topic.title,
        category: topic.category.name,
        slug: topic.category.slug,
        posts: posts.map(({ user, text }) => ({ nickname: user.nickname, text })),
      }
    },
    preview: (db) => previews.findTopicPreview(db, id),
  }
}
