import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it("the platform writes no line with a request's address and headers", () => {
  expect(readFileSync('wrangler.toml', 'utf8')).toMatch(
    /\[observability\.logs\]\nenabled = true\ninvocation_logs = false\n/,
  )
})
