import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { REFERENCES_NOT_EXPORTED, SECTIONS } from '../../../../../worker/features/export/sections.ts'
import { STEPS } from '../../../../../worker/features/export/steps.ts'
import { REFERENCES_LEFT } from '../../../../../worker/features/staff/merge-exceptions.ts'
import { MERGE_STEPS } from '../../../../../worker/features/staff/merge-steps.ts'

const exported = SECTIONS.flatMap(({ references }) => references)

describe('the sections of an export', () => {
  it('every reference to a member is exported, or left out for a stated reason [issue 19]', () => {
    // The steps of a merge name all references: merge.test.ts compares them with the schema.
    const all = [...MERGE_STEPS.flatMap(({ references }) => references), ...Object.keys(REFERENCES_LEFT)]
    const known = [...exported, ...Object.keys(REFERENCES_NOT_EXPORTED)]
    expect([...new Set(known)].sort()).toEqual([...new Set(all)].sort())
  })

  it('no reference is both exported and left out', () => {
    expect(exported.filter((name) => name in REFERENCES_NOT_EXPORTED)).toEqual([])
  })

  it('each step has its own name', () => {
    expect(new Set(STEPS.map(({ name }) => name)).size).toBe(STEPS.length)
  })

  it('docs/export.md describes every JSON file', () => {
    const docs = readFileSync(join(import.meta.dirname, '../../../../../docs/export.md'), 'utf8')
    expect(SECTIONS.map(({ name }) => name).filter((name) => !docs.includes(`\`${name}\``))).toEqual([])
  })
})
