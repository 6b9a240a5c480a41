import type { Kind, ViewerName } from './world.ts'

/** What of a viewer decides. */
const facts = (who: ViewerName) => ({
  owner: who === 'owner',
  staff: who === 'staff',
  showsMature: who === 'member who shows mature',
  blocked: who === 'blocked member' || who === 'blocking member',
  member: who !== 'visitor',
})
type Facts = ReturnType<typeof facts>
type Sees = Record<Kind, boolean>

/** What a viewer comes upon without asking for it. */
const listed = (viewer: Facts): Sees => ({
  plain: true,
  mature: viewer.showsMature,
  unlisted: false,
  violating: false,
  blocked: !viewer.blocked,
})

/** What a viewer who has the address is shown. */
const direct = (viewer: Facts): Sees => ({
  plain: true,
  mature: viewer.showsMature || viewer.owner || viewer.staff,
  unlisted: true,
  violating: viewer.owner || viewer.staff,
  blocked: !viewer.blocked,
})

const all = (shown: boolean): Sees => ({
  plain: shown,
  mature: shown,
  unlisted: shown,
  violating: shown,
  blocked: shown,
})
const visitor = facts('visitor')
/** What is the owner's own; the artist with whom a block stands is someone else. */
const own = (viewer: Facts): Sees => ({ ...all(viewer.owner), blocked: false })
const either = (one: Sees, other: Sees): Sees => ({
  plain: one.plain || other.plain,
  mature: one.mature || other.mature,
  unlisted: one.unlisted || other.unlisted,
  violating: one.violating || other.violating,
  blocked: one.blocked || other.blocked,
})

/** The two rules of what is shown to whom, and the exceptions from them, each by what it is for. */
export const RULES = {
  listed,
  direct,
  'listed, to members alone': (viewer) => (viewer.member ? listed(viewer) : all(false)),
  'the same for all': () => listed(visitor),
  'in the page itself, for visitors': (viewer) => (viewer.member ? all(false) : listed(visitor)),
  'listed, and all that is their own': (viewer) => either(listed(viewer), own(viewer)),
  'the place of a mature sketch is kept': (viewer) => listed({ ...viewer, showsMature: true }),
  'the place of a mature sketch is kept, and all that is their own': (viewer) =>
    either(listed({ ...viewer, showsMature: true }), own(viewer)),
  'an address shows what everyone with it may see, also behind a block': (viewer) => ({
    ...direct(viewer),
    blocked: true,
  }),
  'told to members as long as they may see it, to staff like to others': (viewer) =>
    viewer.member ? either({ ...direct({ ...viewer, staff: false }) }, own(viewer)) : all(false),
  'for its artist and staff': (viewer) => (viewer.staff ? all(true) : own(viewer)),
  'for staff': (viewer) => all(viewer.staff),
  'counted for those who would be shown it, and mature ones for their artist': (viewer) =>
    either(listed(viewer), { ...all(false), mature: viewer.owner }),
} satisfies Record<string, (viewer: Facts) => Sees>

export type RuleName = keyof typeof RULES

/** Whether a viewer is shown a sketch of this kind where this rule holds. */
export function isShown(rule: RuleName, kind: Kind, who: ViewerName): boolean {
  const sees: (viewer: Facts) => Sees = RULES[rule]
  return sees(facts(who))[kind]
}
