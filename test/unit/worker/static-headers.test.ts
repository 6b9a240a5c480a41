import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The headers that web/public/_headers gives a static file: those of all rules that match its path. */
function headersOf(path: string): Record<string, string> {
  const headers: Record<string, string> = {}
  let isMatching = false
  for (const line of readFileSync('web/public/_headers', 'utf8').split('\n')) {
    const [, name = '', value = ''] = /^ +([\w-]+): (.+)$/.exec(line) ?? []
    if (name && isMatching) headers[name.toLowerCase()] = value
    if (line.startsWith('/')) isMatching = matches(line, path)
  }
  return headers
}

function matches(rule: string, path: string): boolean {
  const [start = '', end] = rule.split('*')
  return end === undefined ? path === rule : path.startsWith(start) && path.endsWith(end)
}

describe('the policy of static files', () => {
  it.each(['/assets/page-x.css', '/assets/commissioner-x.woff2', '/covers/waves.svg', '/favicon.svg'])(
    'the file %s loads nothing and is in no frame',
    (path) => {
      const { 'content-security-policy': policy } = headersOf(path)
      expect(policy).toMatch(/^default-src 'none';.* frame-ancestors 'none'$/)
      expect(policy).not.toMatch(/script|\*|self/)
    },
  )

  it('scripts have no policy, because the policy of a web worker’s script would apply to the web worker', () => {
    for (const path of ['/assets/quilt-worker-x.js', '/assets/start-x.js', '/theme.js'])
      expect(headersOf(path)).not.toHaveProperty('content-security-policy')
  })

  it('no file of the build is in a frame', () => {
    for (const path of ['/assets/none', '/assets/start-x.js', '/assets/page-x.css'])
      expect(headersOf(path)).toMatchObject({ 'x-frame-options': 'DENY' })
  })

  it('only the drawing with styles of its own may apply them', () => {
    const drawings = ['favicon.svg', ...readdirSync('web/public/covers').map((name) => `covers/${name}`)]
    const styled = drawings.filter((name) => /<style|style=/.test(readFileSync(`web/public/${name}`, 'utf8')))
    const allowed = drawings.filter((name) => headersOf(`/${name}`)['content-security-policy']?.includes('style-src'))
    expect(allowed).toEqual(styled)
  })
})
