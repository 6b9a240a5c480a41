/** Members whose taste is similar to the viewer's, by id. */
export type Taste = {
  /** The number of sketches to which the member and the viewer gave a heart. */
  sharedHearts: Map<number, number>
  /** Ids of the sketches to which they recently gave hearts. */
  heartedSketches: Map<number, number[]>
}

export type MixInput = {
  taste: Taste
  /** Sketch ids, best first. */
  trending: readonly number[]
  /** Sketch ids of artists with few views, fewest first. */
  littleSeen: readonly number[]
  isUnseen: (sketchId: number) => boolean
  countMax: number
}

const LITTLE_SEEN_EVERY = 5

/**
 * Chooses sketches, best first: sketches with hearts from members with a similar taste, then trending sketches. Every
 * fifth place is for an artist with few views.
 */
export function mixRecommendations({ taste, trending, littleSeen, isUnseen, countMax }: MixInput): number[] {
  const nextPreferred = queueOf([...sortByTaste(taste), ...trending], isUnseen)
  const nextLittleSeen = queueOf(littleSeen, isUnseen)
  const chosen = new Set<number>()
  while (chosen.size < countMax) {
    const isLittleSeenPlace = chosen.size % LITTLE_SEEN_EVERY === LITTLE_SEEN_EVERY - 1
    const next = isLittleSeenPlace
      ? (nextLittleSeen(chosen) ?? nextPreferred(chosen))
      : (nextPreferred(chosen) ?? nextLittleSeen(chosen))
    if (next === undefined) break
    chosen.add(next)
  }
  return [...chosen]
}

/** Sorts sketches by weight: members who share many hearts count more, those who give many hearts count less. */
function sortByTaste({ sharedHearts, heartedSketches }: Taste): number[] {
  const weights = new Map<number, number>()
  for (const [member, sketches] of heartedSketches) {
    const weight = (sharedHearts.get(member) ?? 0) / Math.sqrt(sketches.length)
    for (const id of sketches) weights.set(id, (weights.get(id) ?? 0) + weight)
  }
  return [...weights].sort(([a, x], [b, y]) => y - x || b - a).map(([id]) => id)
}

/** Makes a function that returns the next unseen id that was not chosen yet; undefined at the end. */
function queueOf(ids: readonly number[], isUnseen: (id: number) => boolean) {
  let at = 0
  return (chosen: ReadonlySet<number>): number | undefined => {
    for (; at < ids.length; at++) {
      const id = ids[at]
      if (id !== undefined && !chosen.has(id) && isUnseen(id)) return id
    }
    return undefined
  }
}
