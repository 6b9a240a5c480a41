import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const IMPORT = /import (\w+) from '(\.[^']*\.module\.css)'/g

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const files = execFileSync('git', ['ls-files', 'web/*.ts', 'web/*.tsx'], { cwd: ROOT, encoding: 'utf8' })

/** Classes that a module uses by name, such as `cards.title`, with the style sheet of each. */
function usedClasses(path: string): { sheet: string; name: string }[] {
  const source = read(path)
  return [...source.matchAll(IMPORT)].flatMap(([, styles, address = '']) => {
    const uses = source.matchAll(new RegExp(`\\b${styles}\\.(\\w+)`, 'g'))
    return [...uses].map(([, name = '']) => ({ sheet: join(dirname(path), address), name }))
  })
}

function definedClasses(sheet: string): Set<string> {
  const rules = read(sheet).replace(/\/\*[\s\S]*?\*\//g, '')
  return new Set([...rules.matchAll(/\.([A-Za-z_]\w*)/g)].map(([, name = '']) => name))
}

describe('CSS modules', () => {
  it('every class that a component uses is defined in its style sheet', () => {
    const uses = files
      .trim()
      .split('\n')
      .flatMap((path) => usedClasses(path).map((use) => ({ path, ...use })))
    expect(uses.length).toBeGreaterThan(500)
    expect(uses.filter(({ sheet, name }) => !definedClasses(sheet).has(name))).toEqual([])
  })
})
