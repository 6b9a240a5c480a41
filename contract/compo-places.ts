/** Glops of the places of a result, in ascending order up to the last place that gives any. Also in a trigger. */
export const GLOPS_OF_PLACES = [
  { upTo: 1, glops: 100 },
  { upTo: 2, glops: 60 },
  { upTo: 3, glops: 40 },
  { upTo: 10, glops: 20 },
  { upTo: 25, glops: 10 },
] as const

/** Places with an ordinal of their own. */
export const NUMBERED_PLACES = 10
/** The last place of each label behind them. */
export const TOP_PLACES = [25, 50, 100, 250]
const ORDINAL_ENDINGS = ['st', 'nd', 'rd']

/** The label of a place [1 §4], such as "1st" or "Top 25"; null behind the last of them. */
export function placeLabel(place: number): string | null {
  if (place < 1) return null
  if (place <= NUMBERED_PLACES) return `${place}${ORDINAL_ENDINGS[place - 1] ?? 'th'}`
  const top = TOP_PLACES.find((last) => place <= last)
  return top === undefined ? null : `Top ${top}`
}
