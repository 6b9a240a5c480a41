import { describe, expect, it } from 'vitest'
import type { SketchItem, SketchList } from '../../../contract/http/sketches.ts'
import { neighboursIn } from '../../../web/features/sketches/neighbours.ts'

const page = (ids: number[], done = false) =>
  ({ items: ids.map((id) => ({ id }) as SketchItem), cursor: done ? '' : 'more', done }) as SketchList
const idsBeside = (pages: SketchList[], id: number, fromStart = true) => {
  const beside = neighboursIn(pages, id, fromStart)
  return beside && [beside.prev?.id ?? null, beside.next?.id ?? null]
}

describe('neighbours in the loaded pages of a list', () => {
  const pages = [page([9, 8, 7]), page([7, 6, 5], true)]

  it('a sketch has the neighbours beside it in a page', () => {
    expect(idsBeside(pages, 8)).toEqual([9, 7])
  })

  it('a sketch in two pages has a neighbour in each', () => {
    expect(idsBeside(pages, 7)).toEqual([8, 6])
  })

  it('a sketch at an end of the list has one neighbour', () => {
    expect(idsBeside(pages, 9)).toEqual([null, 8])
    expect(idsBeside(pages, 5)).toEqual([6, null])
  })

  it('neighbours are unknown where the loaded pages end before the list', () => {
    expect(idsBeside([page([9, 8, 7])], 7)).toBeNull()
    expect(idsBeside([page([9, 8, 7], true)], 9, false)).toBeNull()
  })

  it('the neighbours of a sketch that is not in the pages are unknown', () => {
    expect(idsBeside([page([9, 8, 7])], 3)).toBeNull()
    expect(idsBeside([], 3)).toBeNull()
  })
})
