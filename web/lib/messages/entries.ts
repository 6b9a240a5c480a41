import { countText } from '../format.ts'

type Place = { id: number | string; title: string }
/** The challenge and the compo of a sketch. */
type NewEntry = { challenge: Place | null; compo: Place | null }

/** "Low tide", "2 challenges and Way home". */
function placesText(entries: readonly NewEntry[]): string {
  const challenges = placeText(
    entries.map(({ challenge }) => challenge),
    'challenge',
  )
  const compos = placeText(
    entries.map(({ compo }) => compo),
    'compo',
  )
  return [challenges, compos].filter(Boolean).join(' and ')
}

function placeText(places: readonly (Place | null)[], kind: 'challenge' | 'compo'): string {
  const titles = new Map(places.flatMap((place) => (place ? [[place.id, place.title]] : [])))
  const [only] = titles.values()
  return titles.size > 1 ? countText(titles.size, kind) : (only ?? '')
}

/** Messages of entries in challenges and compos [1 §8]. */
export const entryMessages = {
  noEntries: 'No entries yet, you should make one!',
  noneByMembers: 'No entries yet.',
  nothingToEnter: 'You have no sketches to enter yet.',
  allEntered: (kind: 'challenge' | 'compo') => `None of your sketches can enter. A sketch can be in only one ${kind}.`,
  chooseSketch: 'Choose one of your sketches.',
  uploadNew: 'Upload a new sketch',
  removed: (from: string) => `Removed from ${from}.`,
  placesText,
  noEntry: (kind: 'challenge' | 'compo') => `No ${kind}`,
  unlistedHint: (kind: 'challenge' | 'compo') => `An unlisted sketch can’t be in a ${kind}.`,
} as const
