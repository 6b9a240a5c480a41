import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const rows = readFileSync('docs/asvs.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

describe('the sheet of security requirements', () => {
  it('every test that it names exists', () => {
    const named = rows.flatMap(([, , , , , test]) => test?.match(/(?<=`)test\/[^`]+/g) ?? [])
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })

  it('every row has a known state and a reason', () => {
    for (const [, numbers, , state, reason] of rows) {
      expect([numbers, state]).toEqual([numbers, expect.stringMatching(/^(Met|Partly|Open|Not applicable)$/)])
      expect([numbers, reason]).toEqual([numbers, expect.stringMatching(/\.$/)])
    }
  })
})
