import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { toWireTime } from '../../../../contract/time.ts'
import { firstPage } from '../../../support/worker/first-page.ts'
import { addPerson } from '../../../support/worker/people.ts'
import { sendRequestWith } from '../../../support/worker/site.ts'
import { countTrips } from '../../../support/worker/trips.ts'

describe('the first load of the store', () => {
  it('a member’s page comes with the offer, what they have, and the texts about it', async () => {
    const as = await addPerson({ nickname: 'First <buyer>', glops: 96 })
    const { html, calls } = await firstPage('/store', as)
    expect(calls).toEqual(['/api/v2/session', '/api/v2/store'])
    for (const text of [
      '<h1>Store</h1>',
      'You have 5 hearts to give. Next heart at 150 glops (96 so far).',
      'A year of extras for artists who want them.',
      '50 hearts',
      '$25',
      'Continue to PayPal',
      'First &lt;buyer&gt;',
      'What payment never buys',
    ])
      expect(html).toContain(text)
    expect(html).not.toContain('The store is closed')
    expect(html).not.toContain('You must be logged in')
  })

  it('a patron reads until when', async () => {
    const patronUntil = Date.UTC(2090, 4, 3, 12)
    const { html } = await firstPage('/store', await addPerson({ flags: 'p', patronUntil }))
    expect(html).toContain('You’re a patron until 3 May 2090. Thank you!')
    expect(html).toContain(toWireTime(patronUntil))
  })

  it('a closed store says so at once', async () => {
    const as = await addPerson()
    const headers = { accept: 'text/html' }
    const reply = await sendRequestWith({ ...env, PAYPAL_CLIENT_SECRET: '' }, '/store', { as, headers })
    const html = await reply.text()
    expect(html).toContain('The store is closed at the moment.')
    expect(html).not.toContain('Continue to PayPal')
  })

  it('visitors read that the store needs a login [2 §8]', async () => {
    const { html, calls } = await firstPage('/store')
    expect(calls).toEqual([])
    expect(html).toContain('You must be logged in to use the store.')
    expect(html).toContain('href="/sign-in?return=%2Fstore"')
    expect(html).not.toContain('<h1>Store</h1>')
  })

  it('the page of a buyer who did not pay is left to the application, which has their draft', async () => {
    const { html, calls } = await firstPage('/store?cancelled', await addPerson())
    expect(calls).toEqual(['/api/v2/session', '/api/v2/store'])
    expect(html).not.toContain('<h1>Store</h1>')
  })

  it('a member’s page makes two trips to the database', async () => {
    const as = await addPerson()
    // The isolate remembers for some seconds if a stream is live.
    await firstPage('/store', as)
    const { trips } = await countTrips('/store', { as, headers: { accept: 'text/html' } })
    expect(trips).toBe(2)
  })
})
