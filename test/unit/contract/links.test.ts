import { describe, expect, it } from 'vitest'
import { countLinks, looksLikeLink } from '../../../contract/links.ts'

describe('links in a text', () => {
  it.each([
    ['see https://a.example and http://b.example/c', 2],
    ['https://a.examplehttps://b.example', 2],
    ['https://www.a.com/b.com?c=d.com&e=f.com', 1],
    ['WWW.spam.example', 1],
    ['(www.a.com, b.net) and c.co.uk/offer', 3],
    ['my shop: brushes.shop', 1],
    ['пример.рф/купить', 1],
  ])('addresses and domain names count once each: %s', (text, count) => {
    expect(countLinks(text)).toBe(count)
  })

  it.each([
    'e.g. a 2.5 mm pen, i.e. thin',
    'mira@mail.com',
    'Wait...what?',
    'and/or',
    'It ended.Commonly so',
    '/sketch/7',
    'v1.2/v1.3',
  ])('other texts have none: %s', (text) => {
    expect(countLinks(text)).toBe(0)
  })

  it('a long text is read in linear time', () => {
    const start = performance.now()
    countLinks('a.'.repeat(4000) + 'a-'.repeat(4000) + 'a'.repeat(8000))
    expect(performance.now() - start).toBeLessThan(500)
  })
})

describe('names that look like links', () => {
  it.each(['prize.live', 'Sale at ink.dev today', '3.pizza', 'ｐｒｉｚｅ．ｌｉｖｅ', 'www.1', 'https://a'])(
    '%s does',
    (name) => {
      expect(looksLikeLink(name)).toBe(true)
    },
  )

  it.each(['Ink. A study', 'J.R. and I', 'v1.2', 'Wait...what?', '夜。雨'])('%s does not', (name) => {
    expect(looksLikeLink(name)).toBe(false)
  })
})
