import type { Tab } from '../../ui/Tabs.tsx'

const NAMES = { artists: 'Artists', sketches: 'Sketches', magic: 'Magic' }
export type SearchTab = keyof typeof NAMES

/**
 * Tabs of the search page, which all search for the same words.
 *
 * @param parameter - the words as a parameter of an address, or its slot in a template; empty without words
 */
export function searchTabs(parameter: string, current: SearchTab): Tab[] {
  return (Object.keys(NAMES) as SearchTab[]).map((name) => ({
    to: `/search?tab=${name}${parameter && `&${parameter}`}`,
    label: NAMES[name],
    current: name === current,
  }))
}
