import type { QueryClient } from '@tanstack/react-query'
import { lazyPage } from '../../ui/lazy-component.tsx'
import { ForumPage, loadForum } from './ForumPage.tsx'
import { loadTopic, TopicPage } from './TopicPage.tsx'

const NewTopicPage = lazyPage(() => import('./NewTopicPage.tsx'), 'NewTopicPage')
const ForumSearchPage = lazyPage(() => import('./ForumSearchPage.tsx'), 'ForumSearchPage')
const CategoriesPage = lazyPage(() => import('./CategoriesPage.tsx'), 'CategoriesPage')

/** The pages of the forum by their paths (web/app/router.tsx). */
export const pagesOf = (client: QueryClient) => ({
  forum: { Component: ForumPage, loader: loadForum(client) },
  'forum/:category': { Component: ForumPage, loader: loadForum(client) },
  'forum/topic/:id': { Component: TopicPage, loader: loadTopic(client) },
  'forum/new': { Component: NewTopicPage },
  'forum/search': { Component: ForumSearchPage },
  'forum/categories': { Component: CategoriesPage },
})
