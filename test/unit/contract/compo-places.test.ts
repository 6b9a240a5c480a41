import { describe, expect, it } from 'vitest'
import { placeLabel } from '../../../contract/compo-places.ts'

describe('the label of a place', () => {
  it.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [10, '10th'],
    [11, 'Top 25'],
    [25, 'Top 25'],
    [26, 'Top 50'],
    [50, 'Top 50'],
    [51, 'Top 100'],
    [100, 'Top 100'],
    [101, 'Top 250'],
    [250, 'Top 250'],
  ])('place %i reads “%s” [1 §4]', (place, label) => {
    expect(placeLabel(place)).toBe(label)
  })

  it.each([251, 0, -1])('place %i has no label', (place) => {
    expect(placeLabel(place)).toBeNull()
  })
})
