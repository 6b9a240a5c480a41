import { GENERIC_COVERS } from '../../contract/covers.ts'
import { GENERIC_COVER_PREFIX } from '../../worker/domain/users/list-items.ts'
import { ART } from './art.ts'
import { STYLES, type StyleName } from './drawings/draw.ts'
import { Rng } from './drawings/random.ts'
import { ABOUTS, COMMENTS, COUNTRIES, PEOPLE } from './people.ts'

const DAY_MS = 86_400_000
const YEAR_DAYS = 365

/** A file of `art/`, or a generated drawing. */
export type SketchSource = { art: number } | { style: StyleName; number: number }
export type PlannedMember = {
  nickname: string
  birthDate: string
  about: string
  country: string
  website: string
  coverKey: string | null
  flags: string
  joined: number
}
export type PlannedSketch = { artist: number; source: SketchSource; at: number; unlisted: boolean; mature: boolean }
export type PlannedComment = { sketch: number; author: number; text: string; at: number }
/** A heart from a member to a sketch, or a fan and the artist whom they follow. */
export type MemberEvent = { from: number; to: number; at: number }

/** Plan of a community. Sketches and events are sorted by time, and refer to members and sketches by index. */
export type Community = {
  members: PlannedMember[]
  sketches: PlannedSketch[]
  hearts: MemberEvent[]
  comments: PlannedComment[]
  fans: MemberEvent[]
}

/**
 * Plans a plausible community: a few artists post most sketches, good sketches get many hearts, and most comments are
 * on new sketches.
 */
export function planCommunity(memberCount: number, sketchCount: number, now: number): Community {
  const rng = new Rng(20_240_501)
  const members = Array.from({ length: memberCount }, (_, index) => planMember(index, rng, now))
  const sketches = planSketches(sketchCount, memberCount, rng, now)
  const hearts: MemberEvent[] = []
  const comments: PlannedComment[] = []
  for (const [index, sketch] of sketches.entries()) {
    const charm = rng.next() ** 2.2 * ('art' in sketch.source ? 1.6 : 1)
    for (let member = 0; member < memberCount; member++) {
      if (member === sketch.artist) continue
      const after = () => Math.min(now - 60_000, Math.round(sketch.at + rng.next() ** 3 * 20 * DAY_MS))
      if (rng.next() < charm * 0.45) hearts.push({ from: member, to: index, at: after() })
      if (rng.next() < charm * 0.06) {
        comments.push({
          sketch: index,
          author: member,
          text: COMMENTS[Math.floor(rng.next() * COMMENTS.length)] ?? '',
          at: after(),
        })
      }
    }
  }
  return {
    members,
    sketches,
    hearts: byTime(hearts),
    comments: byTime(comments),
    fans: planFans(memberCount, rng, now),
  }
}

function planMember(index: number, rng: Rng, now: number): PlannedMember {
  const born = new Date(now - (17 + rng.next() * 45) * YEAR_DAYS * DAY_MS).toISOString().slice(0, 10)
  const known = PEOPLE[index]
  return {
    nickname: known ?? `${PEOPLE[index % PEOPLE.length]} ${Math.floor(index / PEOPLE.length) + 1}`.slice(0, 24),
    birthDate: index === 0 ? '1991-06-14' : born,
    about: ABOUTS[Math.floor(rng.next() * ABOUTS.length)] ?? '',
    // By index, so that the random numbers of the rest stay the same.
    country: COUNTRIES[index % COUNTRIES.length] ?? '',
    website: index % 4 === 1 ? `https://example.org/${index}` : '',
    coverKey: index % 3 === 2 ? GENERIC_COVER_PREFIX + GENERIC_COVERS[index % GENERIC_COVERS.length] : null,
    flags: flagsOf(index, rng),
    joined: Math.round(now - (YEAR_DAYS + rng.next() * 300) * DAY_MS),
  }
}

/** An admin, a gloperator who may feature, a group admin, and some patrons. */
function flagsOf(index: number, rng: Rng): string {
  if (index === 0) return 'a'
  if (index === 1) return 'mf'
  const patron = rng.next() < 0.1 || index === 2 ? 'p' : ''
  return index === 4 ? `g${patron}` : patron
}

function planSketches(count: number, memberCount: number, rng: Rng, now: number): PlannedSketch[] {
  const drawn = Math.max(0, count - ART.length)
  // Consecutive numbers within a style avoid repeated titles.
  const numbers = new Map<StyleName, number>()
  const sources: SketchSource[] = Array.from({ length: drawn }, () => {
    const style = STYLES[Math.floor(rng.next() * STYLES.length)] ?? 'ridges'
    const number = numbers.get(style) ?? 0
    numbers.set(style, number + 1)
    return { style, number }
  })
  // Files of `art/` are spread over the newest third, so that the first screens mix both kinds.
  for (const art of ART.slice(0, count).keys()) {
    const newest = Math.floor(sources.length * (0.66 + 0.34 * rng.next()))
    sources.splice(Math.min(newest, sources.length), 0, { art })
  }
  return sources
    .map((source, index) => {
      const age = (1 - (index + 1) / sources.length) * YEAR_DAYS + rng.next() * 0.4
      const artist = 'art' in source ? artistOf(source.art) % memberCount : Math.floor(rng.next() ** 1.7 * memberCount)
      return {
        artist,
        source,
        at: Math.round(now - age * DAY_MS - 20 * 60_000),
        unlisted: rng.next() < 0.01,
        mature: rng.next() < 0.01 && !('art' in source),
      }
    })
    .sort((a, b) => a.at - b.at)
}

function artistOf(art: number): number {
  return Math.max(0, PEOPLE.map(String).indexOf(ART[art]?.artist ?? ''))
}

function planFans(memberCount: number, rng: Rng, now: number): MemberEvent[] {
  const fans: MemberEvent[] = []
  for (let to = 0; to < memberCount; to++) {
    const fame = rng.next() ** 2
    for (let from = 0; from < memberCount; from++) {
      if (from !== to && rng.next() < fame * 0.5)
        fans.push({ from, to, at: Math.round(now - rng.next() * YEAR_DAYS * DAY_MS) })
    }
  }
  return byTime(fans)
}

function byTime<T extends { at: number }>(events: T[]): T[] {
  return events.sort((a, b) => a.at - b.at)
}
