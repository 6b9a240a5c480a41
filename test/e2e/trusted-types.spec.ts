import { expect, test } from '../support/e2e/fixtures.ts'

test('text becomes neither markup nor a script that is not of the build', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/This document requires 'Trusted(HTML|ScriptURL)' assignment/)
  await page.goto('/')
  const outcomes = await page.evaluate(() => {
    const outcomeOf = (act: () => unknown) => {
      try {
        act()
        return 'allowed'
      } catch (error) {
        return (error as Error).name
      }
    }
    return {
      markup: outcomeOf(() => Object.assign(document.createElement('div'), { innerHTML: '<b>hello</b>' })),
      script: outcomeOf(() => Object.assign(document.createElement('script'), { src: '/image/a/100' })),
      worker: outcomeOf(() => new Worker('/image/a/100')),
      scriptOfBuild: outcomeOf(() => Object.assign(document.createElement('script'), { src: '/assets/index.js' })),
    }
  })
  const refused = 'TypeError'
  expect(outcomes).toEqual({ markup: refused, script: refused, worker: refused, scriptOfBuild: 'allowed' })
})
