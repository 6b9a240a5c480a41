import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const WEB = join(import.meta.dirname, '../../../web')
const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
const read = (name: string) => readFileSync(join(WEB, name), 'utf8')
const styles = files.filter((name) => name.endsWith('.css')).map((name) => [name, uncommented(read(name))] as const)
const scripts = files.filter((name) => /\.tsx?$/.test(name)).map((name) => [name, read(name)] as const)

function uncommented(css: string): string {
  return css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
}

/** Lists the declarations of a property, each with its file. */
function declared(property: string): (readonly [file: string, value: string])[] {
  const pattern = new RegExp(`[\\s{;]${property}\\s*:\\s*([^;}]+)`, 'g')
  return styles.flatMap(([name, css]) => [...css.matchAll(pattern)].map(([, value = '']) => [name, value] as const))
}

describe('reduced motion', () => {
  const reduced = read('ui/tokens.css').split('@media (prefers-reduced-motion: reduce)')[1] ?? ''

  it('the rule removes animations, smooth scrolling and transition times on every element', () => {
    const rule = uncommented(reduced).replaceAll(/\s+/g, ' ')
    expect(rule).toContain('--fast: 1ms; --slow: 1ms;')
    expect(rule).toContain('*, *::before, *::after { animation: none !important; scroll-behavior: auto !important; }')
  })

  it('no file overrides the rule of reduced motion', () => {
    for (const [file, value] of [...declared('animation(?:-[a-z]+)?'), ...declared('transition(?:-[a-z]+)?')]) {
      if (file !== join('ui', 'tokens.css')) expect([file, value]).not.toEqual([file, expect.stringContaining('!')])
    }
  })

  it('transitions use only the times of the tokens', () => {
    const transitions = declared('transition')
    expect(transitions.length).toBeGreaterThan(10)
    for (const [file, value] of transitions) {
      for (const part of value.split(/,(?![^(]*\))/)) {
        expect([file, part.trim()]).toEqual([file, expect.stringMatching(/^(none|[a-z-]+ var\(--(fast|slow)\).*)$/)])
        expect([file, part.replaceAll(/var\([^)]*\)/g, '')]).not.toEqual([
          file,
          expect.stringMatching(/\d m?s\b|\dm?s\b/),
        ])
      }
    }
    expect(declared('transition-(?:duration|delay)')).toEqual([])
  })

  it('pseudo-elements that the rule does not reach have no motion', () => {
    for (const [file, css] of styles) {
      expect([file, /::(backdrop|view-transition)[^{]*\{[^}]*(animation|transition)/.test(css)]).toEqual([file, false])
    }
  })

  it('scripts move nothing without checking the preference', () => {
    for (const [file, code] of scripts) {
      if (code.includes("if (matchMedia('(prefers-reduced-motion: reduce)').matches) return")) continue
      expect([file, /behavior:\s*'smooth'|\.animate\(|startViewTransition/.test(code)]).toEqual([file, false])
    }
  })
})
