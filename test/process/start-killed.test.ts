import { expect, it } from 'vitest'
import { emptySite, isFree, startSite } from '../support/board/started-site.ts'

it('the ports of `npm start` are free within five seconds after a kill that its script cannot handle', {
  timeout: 60_000,
}, async () => {
  const localSite = await emptySite('.local/start-killed', 1)
  const { sitePort, providerPort } = localSite
  const site = await startSite(localSite)
  const freePorts = () => Promise.all([sitePort, providerPort].map(isFree))
  expect(await freePorts()).toEqual([false, false])
  site.killScript()
  await expect.poll(freePorts, { interval: 100 }).toEqual([true, true])
})
