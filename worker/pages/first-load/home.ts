import { HOME_PATH, homeReply } from '../../../contract/http/home.ts'
import { HOME_FEED, homePreview } from '../link-previews/head.ts'
import * as previews from '../link-previews/queries.ts'
import { homeLead } from './home-lead.ts'
import type { FirstLoad } from './page.ts'
import { tilesOf } from './tiles.ts'

const FEATURED_TILES = { tiles: 12, eager: 5 }
/** With a lead and its picture above them, the tiles are below a phone's window. */
const FEATURED_TILES_BELOW_LEAD = { tiles: 12, eager: 0 }
const RECENT_TILES = { tiles: 8, eager: 0 }

export function homePage(visitor: boolean): FirstLoad {
  const call = { path: HOME_PATH }
  return {
    template: 'home',
    calls: [call],
    values(reply) {
      const home = reply(homeReply, call)
      if (!home) return home
      const hasLeadPicture = Boolean(home.challenges?.[0]?.thumbnail || home.compo?.pictures.length)
      return {
        ...homeLead(home, visitor),
        featured: tilesOf(home.featured ?? [], 'featured', hasLeadPicture ? FEATURED_TILES_BELOW_LEAD : FEATURED_TILES),
        recent: tilesOf(home.recent ?? [], 'recent', RECENT_TILES),
      }
    },
    preview: async (db) => homePreview((await previews.findGalleryPreview(db, 'featured')).picture),
    feed: HOME_FEED,
  }
}
