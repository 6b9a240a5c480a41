import { describe, expect, it } from 'vitest'
import { findWordFaults } from '../../../dev/words.ts'

describe('the check of words', () => {
  it.each([
    ['/** What a list holds. */', 'What'],
    ['// Whether it is open.', 'Whether'],
    ['-- How rows are counted.', 'How'],
    ['/**\n * Who may enter.\n */', 'Who'],
    ["/** One's own fans. */", "One's"],
    ['/** Closes whatever is at hand. */', 'at hand'],
    ['const takeBack = () => {}', 'takeBack'],
  ])('%j is refused for %j', (source, fault) => {
    expect(findWordFaults(source).map((found) => found.fault)).toEqual([fault])
  })

  it.each([
    '/** Comments, one per sketch. */',
    '/** Somebody else. */',
    '/**\n * Rows of a page.\n * What follows is a second sentence.\n */',
    "const text = 'What a day'",
    'const takeBackground = 1',
  ])('%j is accepted', (source) => {
    expect(findWordFaults(source)).toEqual([])
  })

  it('a fault is reported with its line', () => {
    expect(findWordFaults('const a = 1\n// How it works.\n')).toEqual([{ line: 2, fault: 'How' }])
  })
})
