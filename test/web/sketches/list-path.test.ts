import { describe, expect, it } from 'vitest'
import { listPath } from '../../../web/features/sketches/list-path.ts'

describe('the page of a list', () => {
  it.each([
    ['recent', '/gallery/recent'],
    ['tops7', '/gallery/tops7'],
    ['tag-océan', '/tag/oc%C3%A9an'],
    ['top-tag-sea', '/tag/sea?sort=hearts'],
    ['user-12', '/user/12'],
    ['top-user-12', '/user/12?sort=hearts'],
    ['hearts-12', '/user/12/likes'],
    ['co-op-5', '/gallery/co-op/5'],
    ['challenge-9', '/challenge/9'],
    ['album-3-7', '/user/3/album/7'],
    ['group-herons', '/group/herons'],
    ['compo-dusk', '/compo/dusk'],
    ['recent-compo-dusk', '/compo/dusk'],
  ])('the list %s has the page %s', (name, path) => {
    expect(listPath(name)).toBe(path)
  })

  it.each(['', 'unknown', '/evil.example', 'user-', 'album-3'])('the name "%s" has no page', (name) => {
    expect(listPath(name)).toBeNull()
  })
})
