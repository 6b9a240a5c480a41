import { NUMBERED_PLACES, placeLabel } from '../../../contract/compo-places.ts'
import type { CompoEntry } from '../../../contract/http/compos.ts'
import { croppedRatio, type Size } from '../../../contract/image-sizes.ts'

/** Places of the wall at the head of a result. */
export const WALL_PLACES = 3

export type Section = {
  title: string
  kind: 'wall' | 'numbered' | 'rest' | 'unplaced' | 'disqualified'
  entries: CompoEntry[]
}

/** Groups entries, which come by place, into the sections of a result. */
export function sectionsOf(entries: readonly CompoEntry[]): Section[] {
  const sections: Section[] = []
  for (const entry of entries) {
    const { title, kind } = sectionOf(entry)
    const last = sections.at(-1)
    if (last?.title === title) last.entries.push(entry)
    else sections.push({ title, kind, entries: [entry] })
  }
  return sections
}

function sectionOf({ place, disqualified }: CompoEntry): Omit<Section, 'entries'> {
  if (disqualified) return { title: 'Disqualified', kind: 'disqualified' }
  if (place < 1) return { title: 'Entries', kind: 'unplaced' }
  if (place <= WALL_PLACES) return { title: '1st to 3rd place', kind: 'wall' }
  if (place <= NUMBERED_PLACES) return { title: '4th to 10th', kind: 'numbered' }
  return { title: placeLabel(place) ?? 'More entries', kind: 'rest' }
}

/** Width of a picture divided by its height; 1 for a missing one. */
export const ratioOf = (shape: Size | null): number => (shape ? croppedRatio(shape) : 1)
