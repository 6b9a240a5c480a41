import type { Context } from 'hono'
import { groupInfo, groupList } from '../../../contract/http/groups.ts'
import { sketchList } from '../../../contract/http/sketches.ts'
import { isVisitor } from '../../middleware/site-page.ts'
import * as previews from '../link-previews/queries.ts'
import { cardsOf } from './cards.ts'
import type { FirstLoad } from './page.ts'
import { GALLERY_TILES, tilesOf } from './tiles.ts'

/** The first page of all groups. */
export function groupsPage(c: Context): FirstLoad {
  // Members begin with their own groups, and other tabs with other lists.
  const tab = c.req.query('tab') ?? (isVisitor(c) ? 'all' : 'your')
  if (tab !== 'all') return { template: 'other' }
  const call = { path: '/api/v2/group?action=query' }
  return {
    template: 'groups',
    calls: [call],
    values(reply) {
      const list = reply(groupList, call)
      return list && { groups: cardsOf(list.items, ({ id }) => `/group/${id}`) }
    },
  }
}

/** A group with its latest sketches. */
export function groupPage(c: Context, slug: string): FirstLoad {
  const preview = (db: Parameters<typeof previews.findGroupPreview>[0]) => previews.findGroupPreview(db, slug)
  const groupId = encodeURIComponent(slug)
  const call = { path: `/api/v2/group?action=info&groupId=${groupId}` }
  if (c.req.query('tab') || c.req.query('from')) return { template: 'other', calls: [call], subject: call, preview }
  const sketchesCall = { path: `/api/v2/group?action=sketches&groupId=${groupId}` }
  return {
    template: 'group',
    calls: [call, sketchesCall],
    subject: call,
    values(reply) {
      const group = reply(groupInfo, call)
      const sketches = reply(sketchList, sketchesCall)
      return (
        group && sketches && { title: group.title, sketches: tilesOf(sketches.items, `group-${slug}`, GALLERY_TILES) }
      )
    },
    preview,
  }
}
