import { describe, expect, it } from 'vitest'
import { parseListName } from '../../../contract/list-name.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'

describe('list names in the address of a sketch', () => {
  it.each([
    ['recent', { of: 'site', list: 'recent' }],
    ['tops30', { of: 'site', list: 'tops30' }],
    ['tag-sea', { of: 'tag', tag: 'sea', sort: 'recent' }],
    ['top-tag-deep-sea', { of: 'tag', tag: 'deep-sea', sort: 'hearts' }],
    ['tag-海', { of: 'tag', tag: '海', sort: 'recent' }],
    ['user-12', { of: 'user', id: 12, sort: 'recent' }],
    ['top-user-12', { of: 'user', id: 12, sort: 'hearts' }],
    ['hearts-12', { of: 'hearts', id: 12 }],
    ['co-op-5', { of: 'co-op', id: 5 }],
    ['challenge-9', { of: 'challenge', id: 9 }],
    ['album-3-7', { of: 'album', userId: 3, albumId: 7 }],
    ['compo-last-bus', { of: 'compo', key: 'last-bus', sort: 'place' }],
    ['recent-compo-last-bus', { of: 'compo', key: 'last-bus', sort: 'recent' }],
    ['group-pond-life', { of: 'group', slug: 'pond-life' }],
  ])('a list name is parsed: %s', (name, list) => {
    expect(parseListName(name)).toEqual(list)
  })

  it.each([
    '',
    'all',
    'Recent',
    'top-recent',
    'tag-',
    'tag-Sea',
    'tag--sea',
    'user-0',
    'user-1e3',
    'user-1-2',
    'album-3',
    'album-3-7-9',
    'top-album-3-7',
    'top-hearts-1',
    'top-challenge-9',
    'co-op-x',
    'compo-',
    'compo-Bus',
    'top-compo-bus',
    `compo-${'x'.repeat(33)}`,
    'group-Pond',
    'top-group-pond',
    `tag-${'x'.repeat(65)}`,
  ])('%j is not a list name', (name) => {
    expect(parseListName(name)).toBeNull()
  })

  it('a list name is encoded in the address', () => {
    expect(sketchAddress(12)).toBe('/sketch/12')
    expect(sketchAddress(12, 'tag-海')).toBe(`/sketch/12?in=tag-${encodeURIComponent('海')}`)
  })
})
