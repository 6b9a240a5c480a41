import type { Kind, ViewerName } from './world.ts'

/** The properties of a viewer that decide. */
const factsOf = (viewer: ViewerName) => ({
  owner: viewer === 'owner',
  staff: viewer === 'staff',
  showsMature: viewer === 'member who shows mature',
  blocked: viewer === 'blocked member' || viewer === 'blocking member',
  member: viewer !== 'visitor',
})
type Facts = ReturnType<typeof factsOf>
type Sees = Record<Kind, boolean>

/** Kinds that a viewer sees in lists. */
const listed = (viewer: Facts): Sees => ({
  plain: true,
  mature: viewer.showsMature || viewer.owner,
  unlisted: false,
  violating: false,
  removed: false,
  blocked: !viewer.blocked,
})

/** Kinds that a viewer sees at an address with the id, and with the link of the unlisted sketch. */
const direct = (viewer: Facts): Sees => ({
  plain: true,
  mature: viewer.showsMature || viewer.owner || viewer.staff,
  unlisted: viewer.owner || viewer.staff,
  violating: viewer.owner || viewer.staff,
  removed: viewer.owner || viewer.staff,
  blocked: !viewer.blocked,
})

const linked = (viewer: Facts): Sees => ({ ...direct(viewer), unlisted: true })

const all = (shown: boolean): Sees => ({
  plain: shown,
  mature: shown,
  unlisted: shown,
  violating: shown,
  removed: shown,
  blocked: shown,
})
const visitor = factsOf('visitor')
/** Kinds of the owner. The artist across a block is another member. */
const own = (viewer: Facts): Sees => ({ ...all(viewer.owner), blocked: false })
const either = (first: Sees, second: Sees): Sees => ({
  plain: first.plain || second.plain,
  mature: first.mature || second.mature,
  unlisted: first.unlisted || second.unlisted,
  violating: first.violating || second.violating,
  removed: first.removed || second.removed,
  blocked: first.blocked || second.blocked,
})

/** The two rules of visibility and their exceptions. */
export const RULES = {
  listed,
  direct,
  'direct with the link': linked,
  'listed, for members only': (viewer) => (viewer.member ? listed(viewer) : all(false)),
  'what visitors see, for every viewer': () => listed(visitor),
  'direct for members, what is listed for visitors': (viewer) => (viewer.member ? direct(viewer) : listed(visitor)),
  'listed, plus everything of the owner': (viewer) => either(listed(viewer), own(viewer)),
  'listed with placeholders for mature sketches': (viewer) => listed({ ...viewer, showsMature: true }),
  'listed with placeholders for mature sketches, plus everything of the owner': (viewer) =>
    either(listed({ ...viewer, showsMature: true }), own(viewer)),
  'direct, for members only': (viewer) => (viewer.member ? direct(viewer) : all(false)),
  'direct, also across a block': (viewer) => ({
    ...direct(viewer),
    blocked: true,
  }),
  'by an address that cannot be guessed': (viewer) => ({ ...linked(viewer), blocked: true }),
  'direct, for members only and without staff rights': (viewer) =>
    viewer.member ? either(linked({ ...viewer, staff: false }), own(viewer)) : all(false),
  'for artist and staff only': (viewer) => (viewer.staff ? all(true) : own(viewer)),
  'listed, for their artist only': (viewer) => (viewer.owner ? { ...listed(viewer), blocked: false } : all(false)),
  'for staff only': (viewer) => all(viewer.staff),
} satisfies Record<string, (viewer: Facts) => Sees>

export type RuleName = keyof typeof RULES

/** Decides whether a viewer sees a sketch of this kind under a rule. */
export function isShown(rule: RuleName, kind: Kind, viewer: ViewerName): boolean {
  const sees: (viewer: Facts) => Sees = RULES[rule]
  return sees(factsOf(viewer))[kind]
}
