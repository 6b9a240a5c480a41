import { describe, expect, it } from 'vitest'
import type { SketchItem, SketchList } from '../../../contract/http/sketches.ts'
import { neighboursIn } from '../../../web/features/sketches/neighbours.ts'

const page = (ids: number[], done = false) =>
  ({ items: ids.map((id) => ({ id }) as SketchItem), cursor: done ? '' : 'more', done }) as SketchList
const idsBeside = (pages: SketchList[], id: number, fromStart = true) => {
  const beside = neighboursIn(pages, id, fromStart)
  return beside && [beside.prev?.id ?? null, beside.next?.id ?? null]
}

describe('the neighbours in the pages of a list that were read', () => {
  it('are told over the edges of pages, and of a sketch that stands in two of them', () => {
    const pages = [page([9, 8, 7]), page([7, 6, 5], true)]
    expect(idsBeside(pages, 8)).toEqual([9, 7])
    expect(idsBeside(pages, 7)).toEqual([8, 6])
    expect(idsBeside(pages, 9)).toEqual([null, 8])
    expect(idsBeside(pages, 5)).toEqual([6, null])
  })

  it('are asked for where the pages end before the list does, and for what is not in them', () => {
    expect(idsBeside([page([9, 8, 7])], 7)).toBeNull()
    expect(idsBeside([page([9, 8, 7])], 3)).toBeNull()
    expect(idsBeside([], 3)).toBeNull()
    expect(idsBeside([page([9, 8, 7], true)], 9, false)).toBeNull()
  })
})
