import type { Person } from '../../support/worker/people.ts'
import { type RequestOptions, sendRequest } from '../../support/worker/site.ts'
import type { RuleName } from './rule.ts'
import { KINDS, type Kind, type World } from './world.ts'

export type Path = (world: World) => string
type PathOfOne = (world: World, kind: Kind) => string
/** Picks the part of a reply to search for traces. */
type Part = (reply: unknown, world: World) => unknown

/** A place where sketches appear. `see` returns the kinds whose traces one viewer finds there. */
export type Place = {
  rule: RuleName
  /** The kinds that are in this place at all. All by default. */
  of?: readonly Kind[]
  /** Set for a place that cannot show all kinds, which is only checked for kinds that must not be there. */
  atMost?: true
  see: (world: World, as: Person | null) => Promise<Kind[]>
}

const REFUSALS = [401, 403, 404]

/**
 * Returns the text of a reply, empty when it was refused. @throws an error for any other status, which would hide a
 * fault.
 */
export async function textAt(path: string, call: RequestOptions): Promise<string> {
  const reply = await sendRequest(path, call)
  // Decodes pictures and videos as well, for which `text()` would make workerd warn.
  const text = new TextDecoder().decode(await reply.arrayBuffer())
  if (reply.status === 200) return text
  if (!REFUSALS.includes(reply.status)) throw new Error(`${path} returned status ${reply.status}: ${text}`)
  return ''
}

function tracesIn(world: World, text: string): Kind[] {
  return KINDS.filter((kind) => world.sketches[kind].traces.test(text))
}

/** Makes a place that shows all kinds together. */
export function listPlace(
  rule: RuleName,
  path: Path,
  more: Partial<Place> & { part?: Part; body?: unknown } = {},
): Place {
  const { part, body, ...place } = more
  return {
    rule,
    ...place,
    async see(world, as) {
      const text = await textAt(path(world), { as, body })
      const searched = part && text ? JSON.stringify(part(JSON.parse(text), world) ?? null) : text
      return tracesIn(world, searched)
    },
  }
}

/** Makes a place that shows each kind at an address of its own. `shows` replaces the search for traces. */
export function singlePlace(
  rule: RuleName,
  path: PathOfOne,
  more: Partial<Place> & { shows?: (text: string, world: World, kind: Kind) => boolean } = {},
): Place {
  const { shows = (text, world, kind) => world.sketches[kind].traces.test(text), ...place } = more
  return {
    rule,
    ...place,
    async see(world, as) {
      const seen: Kind[] = []
      for (const kind of place.of ?? KINDS) {
        const text = await textAt(path(world, kind), { as })
        if (text && shows(text, world, kind)) seen.push(kind)
      }
      return seen
    },
  }
}

/** Makes a place of the neighbours of all sketches in a list, and of their continuations where those are listed too. */
export function neighboursPlace(
  rule: RuleName,
  list: Path,
  more: Partial<Place> & { withChildren?: true } = {},
): Place {
  const { withChildren, ...place } = more
  return {
    rule,
    ...place,
    async see(world, as) {
      const all = Object.values(world.sketches)
      const ids = [world.hereId, ...all.flatMap(({ id, childId }) => (withChildren ? [id, childId] : [id]))]
      const texts = await Promise.all(
        ids.map((id) => textAt(`/api/v2/sketch/${id}/neighbours?in=${encodeURIComponent(list(world))}`, { as })),
      )
      return tracesIn(world, texts.join(' '))
    },
  }
}

/** Picks the items of an album whose picture and words are sent. */
export const visibleItems: Part = (reply) =>
  (reply as { items: { hidden: boolean }[] }).items.filter(({ hidden }) => !hidden)

/** The query that names an album in calls. */
export const albumQuery = (keeper: { id: number }, albumId: number) => `userId=${keeper.id}&albumId=${albumId}`
export const collectionQuery = ({ keeper, collectionId }: World) => albumQuery(keeper, collectionId)
export const ownAlbumQuery = ({ owner, albumId }: World) => albumQuery(owner, albumId)
