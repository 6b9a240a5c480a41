/** Members who gave hearts to the same sketches, how many they share, and what each of them gave hearts to lately. */
export type Taste = { shared: Map<number, number>; hearted: Map<number, number[]> }

export type MixInput = {
  taste: Taste
  /** Sketch ids, best first. */
  trending: readonly number[]
  /** Sketch ids of artists with few views, fewest first. */
  littleSeen: readonly number[]
  isUnseen: (sketchId: number) => boolean
  most: number
}

/** Every fifth place is for an artist with few views. */
const LITTLE_SEEN_EVERY = 5

/**
 * What to recommend, best first, nothing twice: what members of the same taste gave hearts to, then what is trending;
 * every fifth place goes to artists with few views as long as there are any. Without a history it is trending and they.
 */
export function mixRecommendations({ taste, trending, littleSeen, isUnseen, most }: MixInput): number[] {
  const main = queueOf([...byTaste(taste), ...trending], isUnseen)
  const fresh = queueOf(littleSeen, isUnseen)
  const chosen = new Set<number>()
  while (chosen.size < most) {
    const forFresh = chosen.size % LITTLE_SEEN_EVERY === LITTLE_SEEN_EVERY - 1
    const next = forFresh ? (fresh(chosen) ?? main(chosen)) : (main(chosen) ?? fresh(chosen))
    if (next === undefined) break
    chosen.add(next)
  }
  return [...chosen]
}

/** Sketches by the weight of those who gave them hearts: who shares much counts much, who gives many hearts less each. */
function byTaste({ shared, hearted }: Taste): number[] {
  const weights = new Map<number, number>()
  for (const [member, sketches] of hearted) {
    const weight = (shared.get(member) ?? 0) / Math.sqrt(sketches.length)
    for (const id of sketches) weights.set(id, (weights.get(id) ?? 0) + weight)
  }
  return [...weights].sort(([a, x], [b, y]) => y - x || b - a).map(([id]) => id)
}

/** Takes the next id that is unseen and not chosen yet; undefined at the end. */
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
