import type { Person } from '../../support/worker/people.ts'
import { ask, type Call } from '../../support/worker/site.ts'
import type { RuleName } from './rule.ts'
import { KINDS, type Kind, type World } from './world.ts'

export type Path = (world: World) => string
type PathOfOne = (world: World, kind: Kind) => string
/** What of a reply is looked at. */
type Part = (reply: unknown, world: World) => unknown

/** Somewhere a sketch may show, with how one viewer looks there: the kinds that they find a trace of. */
export type Place = {
  rule: RuleName
  /** Which kinds are there at all. */
  of?: readonly Kind[]
  /** It has no room for all: only that nothing else is there is looked at. */
  atMost?: true
  see: (world: World, as: Person | null) => Promise<Kind[]>
}

const REFUSALS = [401, 403, 404]

/** A reply as text, empty where it was refused. @throws an error for any other answer, which would hide what is there. */
export async function textAt(path: string, call: Call): Promise<string> {
  const reply = await ask(path, call)
  // Pictures and videos too, of which workerd would warn that they are no text.
  const text = new TextDecoder().decode(await reply.arrayBuffer())
  if (reply.status === 200) return text
  if (!REFUSALS.includes(reply.status)) throw new Error(`${path} answered ${reply.status}: ${text}`)
  return ''
}

function tracesIn(world: World, text: string): Kind[] {
  return KINDS.filter((kind) => world.sketches[kind].traces.test(text))
}

/** A place where all of them would stand together. */
export function together(
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
      const looked = part && text ? JSON.stringify(part(JSON.parse(text), world) ?? null) : text
      return tracesIn(world, looked)
    },
  }
}

/** A place of its own for each of them. It is seen where its trace is, or, with `shows`, where that says so. */
export function apart(
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

/** What stands beside any of them in a list, and beside what goes on from them where that stands in it too. */
export function beside(rule: RuleName, list: Path, more: Partial<Place> & { withChildren?: true } = {}): Place {
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

/** What is looked at of a list of places in an album: those whose pictures and words are sent. */
export const uncovered: Part = (reply) =>
  (reply as { items: { hidden: boolean }[] }).items.filter(({ hidden }) => !hidden)

/** How the calls of albums name one. */
export const albumQuery = (keeper: { id: number }, albumId: number) => `userId=${keeper.id}&albumId=${albumId}`
export const collectionQuery = ({ keeper, collectionId }: World) => albumQuery(keeper, collectionId)
export const ownAlbumQuery = ({ owner, albumId }: World) => albumQuery(owner, albumId)
