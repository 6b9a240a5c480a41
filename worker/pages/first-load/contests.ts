import { challengeListReply, challengePageReply } from '../../../contract/http/challenges.ts'
import * as previews from '../link-previews/queries.ts'
import { cardsOf } from './cards.ts'
import type { FirstLoad } from './page.ts'
import { GALLERY_TILES, tilesOf } from './tiles.ts'

/** The latest challenges. */
export function challengesPage(): FirstLoad {
  const call = { path: '/api/v2/challenge' }
  return {
    template: 'challenges',
    calls: [call],
    values(reply) {
      const list = reply(challengeListReply, call)
      return list && { challenges: cardsOf(list.items, ({ id }) => `/challenge/${id}`) }
    },
  }
}

/** A challenge with its latest entries. */
export function challengePage(id: number): FirstLoad {
  const call = { path: `/api/v2/challenge/${id}` }
  return {
    template: 'challenge',
    calls: [call],
    values(reply) {
      const challenge = reply(challengePageReply, call)
      if (!challenge) return null
      const { title, description, user, sketches } = challenge
      return {
        title,
        about: description && { text: description },
        user,
        sketches: tilesOf(sketches.items, `challenge-${id}`, GALLERY_TILES),
      }
    },
    preview: (db) => previews.findChallengePreview(db, id),
  }
}
