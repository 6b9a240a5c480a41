import type { RouteObject } from 'react-router'
import { describe, expect, it } from 'vitest'
import { isPagePath, PAGE_PATHS } from '../../../contract/page-paths.ts'
import { routes } from '../../../web/app/router.tsx'
import { MODES } from '../../../web/features/galleries/lists.ts'

const pathsOf = ({ path = '', children }: RouteObject): string[] => children?.flatMap(pathsOf) ?? [path]

describe('the paths of pages', () => {
  it('the worker knows the path of every page but the building blocks, and no others', () => {
    const paths = routes.flatMap(pathsOf).filter((path) => path !== '*' && path !== 'kit')
    expect(paths.toSorted()).toEqual(PAGE_PATHS.toSorted())
  })

  it.each(Object.keys(MODES))('the gallery %s has a page [1 §2]', (mode) => {
    expect(isPagePath(`/gallery/${mode}`)).toBe(true)
  })

  it.each(['/gallery/nothing', '/sketch/0', '/sketch/1/nothing', '/awards/next', '/message', '//', '/kit'])(
    'the path %s has no page',
    (path) => {
      expect(isPagePath(path)).toBe(false)
    },
  )
})
