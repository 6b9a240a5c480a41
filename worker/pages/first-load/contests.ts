import type { Context } from 'hono'
import { placeLabel } from '../../../contract/compo-places.ts'
import { COMPO_ACTS, compoAct, needsMembership } from '../../../contract/compo-state.ts'
import { type AwardSketch, awardsInfo, awardsInfoParams } from '../../../contract/http/awards.ts'
import { challengeListReply, challengePageReply } from '../../../contract/http/challenges.ts'
import { compoKey } from '../../../contract/http/compo-item.ts'
import { type CompoEntry, compoEntryList, compoInfo, compoList } from '../../../contract/http/compos.ts'
import { columnPicture, croppedRatio } from '../../../contract/image-sizes.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { isVisitor } from '../../middleware/site-page.ts'
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
    subject: call,
    values(reply) {
      const challenge = reply(challengePageReply, call)
      if (!challenge) return null
      const { title, description, user, group, canEnter, canEdit, sketches } = challenge
      return {
        title,
        about: description && { text: description },
        user: user && { ...user, what: group ? 'Opened' : 'Suggested' },
        closedTo: !canEnter && group && { groupTitle: group.title },
        enter: canEnter && {},
        daily: !group && {},
        upload: canEnter && sketches.items.length > 0 && { href: `/upload?challenge=${id}` },
        report: group && !canEdit && {},
        sketches: tilesOf(sketches.items, `challenge-${id}`, GALLERY_TILES),
      }
    },
    preview: (db) => previews.findChallengePreview(db, id),
  }
}

/** The latest compos. */
export function composPage(): FirstLoad {
  const call = { path: '/api/v2/compo' }
  return {
    template: 'compos',
    calls: [call],
    values(reply) {
      const list = reply(compoList, call)
      return list && { compos: cardsOf(list.items, ({ id }) => `/compo/${id}`) }
    },
  }
}

/** A compo with its latest entries, or with the head of its result, whose places the application draws. */
export function compoPage(c: Context, key: string): FirstLoad {
  if (!compoKey.safeParse(key).success) return { template: 'other', subject: null }
  const call = { path: `/api/v2/compo/info?name=${key}` }
  const entriesCall = { path: `/compo/${key}/1?format=json` }
  const isDiscussion = c.req.query('tab') === 'discussion'
  return {
    template: 'compo',
    calls: isDiscussion ? [call] : [call, entriesCall],
    subject: call,
    values(reply) {
      const compo = reply(compoInfo, call)
      if (!compo) return null
      const { title, description, group, result, own, canEnter, hasVoted } = compo
      const entries = reply(compoEntryList, entriesCall)
      const act = compoAct(compo, isVisitor(c))
      const isForOthers = needsMembership(compo, Date.now())
      // The list of the viewer's own entries, and the tile for a new sketch, come before the others.
      const hasTiles = entries && !result && own.length === 0 && !canEnter
      return {
        title,
        about: description && { text: description },
        group: group && !isForOthers && { groupTitle: group.title },
        closedTo: group && isForOthers && { groupTitle: group.title },
        actions: (act || group) && { action: act && { name: COMPO_ACTS[act] }, report: group && {} },
        result: result && { voted: hasVoted && { sets: `/compo/${key}/vote` } },
        winner: result && own.length === 0 && c.req.query('sort') !== 'recent' && winnerOf(entries?.items ?? [], key),
        tiles: hasTiles && {
          sketches: tilesOf(
            entries.items.flatMap(({ sketch }) => sketch ?? []),
            `compo-${key}`,
            COMPO_TILES,
          ),
        },
      }
    },
    preview: (db) => previews.findCompoPreview(db, key),
  }
}

/** The head of a compo fills half of a phone's window. */
const COMPO_TILES = { ...GALLERY_TILES, eager: 6 }

/** A higher winner is narrower than the column of a phone. */
const WINNER_RATIO_MIN = 0.7

/** Values of the first place of a result. Null unless exactly three entries form its wall. */
function winnerOf(entries: readonly CompoEntry[], key: string): object | null {
  const [winner] = entries
  const sketch = winner?.sketch
  const hasWall = entries.filter(({ place }) => place >= 1 && place <= 3).length === 3
  if (!sketch || !hasWall) return null
  const { id, title, alt, width, height } = sketch
  if (croppedRatio(sketch) !== width / height || width / height < WINNER_RATIO_MIN) return null
  const place = `${placeLabel(winner.place)} place`
  const href = sketchAddress(id, `compo-${key}`)
  return { ...columnPicture(sketch), href, alt, width, height, place, sketchTitle: title }
}

/** The voting of a compo, which the application draws. Visitors have no ballot and are asked to log in. */
export function compoVotePage(c: Context, key: string): FirstLoad {
  if (!compoKey.safeParse(key).success) return { template: 'other', subject: null }
  const call = { path: isVisitor(c) ? `/api/v2/compo/info?name=${key}` : `/api/compoVote/${key}` }
  return { template: 'other', calls: [call], subject: call }
}

/** The awards of a year, or of the latest one. The application draws the nominees. */
export function awardsPage(c: Context, year?: string): FirstLoad {
  if (!awardsInfoParams.safeParse({ year }).success) return { template: 'other', subject: null }
  const call = { path: `/api/v2/awards/info${year ? `?year=${year}` : ''}` }
  const subject = year ? { subject: call } : {}
  // A preview of the votes is written to the staff log when the application asks for it, so this reads only the year.
  if (c.req.query('vp')) return { template: 'other', calls: [call], ...subject }
  return {
    template: 'awards',
    calls: [call],
    ...subject,
    values(reply) {
      const awards = reply(awardsInfo, call)
      return (
        awards && {
          title: `Awards ${awards.year}`,
          about: awards.recap && { text: awards.recap },
          categories: awards.categories.slice(0, 1).map(({ title, sketches }) => {
            const [winners, others] = [
              sketches.filter(({ isWinner }) => isWinner),
              sketches.filter((one) => !one.isWinner),
            ]
            return { category: title, winners: winners.map(nomineeOf), others: others.map(nomineeOf) }
          }),
        }
      )
    },
    preview: (db) => previews.findAwardsPreview(db, year === undefined ? undefined : Number(year)),
  }
}

/** Height of the pictures of nominees beside each other in wide windows, in CSS pixels; winners are larger. */
const NOMINEE_HEIGHT = 190
const WINNER_LARGER = 1.6

function nomineeOf(sketch: AwardSketch): object {
  const { id, title, alt, nickname, userId, isWinner } = sketch
  const ratio = croppedRatio(sketch)
  return {
    ...columnPicture(sketch, NOMINEE_HEIGHT * ratio * (isWinner ? WINNER_LARGER : 1)),
    ...{ href: sketchAddress(id), alt, ratio, sketchTitle: title, nickname, artist: `/user/${userId}` },
  }
}
