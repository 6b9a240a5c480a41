import type { Context } from 'hono'
import { type LatestArtists, latestArtistsReply } from '../../../contract/http/artists.ts'
import type { GallerySort } from '../../../contract/http/galleries.ts'
import { sketchList } from '../../../contract/http/sketches.ts'
import { profile } from '../../../contract/http/users.ts'
import { coverPicture, profileCover } from '../../../contract/image-sizes.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import * as previews from '../link-previews/queries.ts'
import type { FirstLoad } from './page.ts'
import { GALLERY_TILES, tilesOf } from './tiles.ts'

export function profilePage(id: number, sort: GallerySort | null): FirstLoad {
  const call = { path: `/api/user/${id}` }
  const sketchesCall = { path: `/user/${id}/sketches?format=json&sort=${sort}` }
  return {
    template: 'profile',
    calls: sort ? [call, sketchesCall] : [call],
    // The account was merged into another.
    redirect(reply) {
      const member = reply(profile, call)
      return member && member.id !== id ? `/user/${member.id}` : null
    },
    values(reply) {
      const member = reply(profile, call)
      // The other tabs of a profile begin with other lists.
      if (!member || member.hidden || !sort) return null
      const { nickname, cover } = member
      const list = sort === 'recent' ? `user-${id}` : `top-user-${id}`
      return {
        id,
        nickname,
        cover: cover && profileCover(cover),
        order: member.sketches > 0 && sort,
        sketches: tilesOf(reply(sketchList, sketchesCall)?.items ?? [], list, GALLERY_TILES),
      }
    },
    preview: (db) => previews.findProfilePreview(db, id),
    feed: previews.userFeedPath(id),
  }
}

export function statsPage(userId: number): FirstLoad {
  return { template: 'other', subject: { path: `/api/user/${userId}` } }
}

const ARTIST_THUMB_SIDE = 90

export function artistsPage(c: Context): FirstLoad {
  // The other tabs and searches begin with other lists.
  if (c.req.query('tab') || c.req.query('query')) return { template: 'other' }
  const call = { path: '/api/v2/users/latest' }
  return {
    template: 'artists',
    calls: [call],
    values(reply) {
      const list = reply(latestArtistsReply, call)
      return list && { artists: list.items.map(artistCardOf) }
    },
  }
}

function artistCardOf({ id, nickname, latest }: LatestArtists['items'][number]): object {
  const side = ARTIST_THUMB_SIDE
  return {
    href: `/user/${id}`,
    nickname,
    latest: latest.map((sketch) => ({
      ...coverPicture(sketch, { width: side, height: side }),
      href: sketchAddress(sketch.id, `user-${id}`),
      alt: sketch.alt,
      side,
    })),
  }
}
