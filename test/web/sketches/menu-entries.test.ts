import { describe, expect, it } from 'vitest'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { COVER } from '../../../contract/limits.ts'
import { menuEntries } from '../../../web/features/sketches/actions/menu-entries.ts'
import { sampleShownSketch, sampleUser } from '../../support/web/samples.ts'

const artist = sampleUser()
const stranger = sampleUser({ id: 2, nickname: 'Ned' })
const noAction = { openDialog: () => undefined, usePicture: () => undefined, hasOpenCompo: true }

const entriesOf = (fields: Partial<ShownSketch>, user: CurrentUser | null = artist) =>
  menuEntries(sampleShownSketch(fields), user, noAction)
const labelsOf = (...args: Parameters<typeof entriesOf>) => entriesOf(...args).map(({ label }) => label)

describe('the menu of a sketch', () => {
  it('only a public sketch can be entered in a challenge [1 §6]', () => {
    expect(labelsOf({})).toContain('Enter challenge')
    for (const hidden of [{ unlisted: true }, { notice: 'copyright' as const }])
      expect(labelsOf(hidden)).not.toContain('Enter challenge')
  })

  it('a sketch in a challenge can be removed from it [1 §6]', () => {
    expect(labelsOf({ challengeId: 3, challengeTitle: 'Low tide' })).toContain('Remove from challenge')
  })

  it('a sketch in a challenge cannot be entered in another [1 §6]', () => {
    expect(labelsOf({ challengeId: 3, challengeTitle: 'Low tide' })).not.toContain('Enter challenge')
  })

  it('only a public sketch can be entered in a compo', () => {
    expect(labelsOf({})).toContain('Enter a compo')
    for (const hidden of [{ unlisted: true }, { notice: 'copyright' as const }])
      expect(labelsOf(hidden)).not.toContain('Enter a compo')
  })

  it.each([
    ['open', true],
    ['voting', false],
    ['closed', false],
  ] as const)('a sketch in a compo that is %s can be removed from it: %s [1 §4]', (compoState, can) => {
    const labels = labelsOf({ compoKey: 'windows', compoTitle: 'Windows', compoState })
    expect(labels.includes('Remove from compo')).toBe(can)
    expect(labels).not.toContain('Enter a compo')
  })

  it('the artist can download the picture as PNG [1 §6]', () => {
    const entry = entriesOf({ imagePng: '/sketch/7.png' }).find(({ label }) => label === 'Download PNG')
    expect(entry).toMatchObject({ to: '/sketch/7.png', download: true })
    expect(labelsOf({ imagePng: null })).not.toContain('Download PNG')
  })

  it('only patrons can synthesize, and only sketches that staff did not hide [1 §6]', () => {
    const patron = sampleUser({ flags: 'p' })
    const entry = entriesOf({ id: 7 }, patron).find(({ label }) => label === 'Synthesize sketch')
    expect(entry).toMatchObject({ to: '/sketch/7/synthesize' })
    for (const shown of [{ unlisted: true, notice: 'unlisted' as const }, { notice: 'mature' as const }])
      expect(labelsOf(shown, patron)).toContain('Synthesize sketch')
    expect(labelsOf({})).not.toContain('Synthesize sketch')
    expect(labelsOf({ notice: 'copyright' }, patron)).not.toContain('Synthesize sketch')
  })

  it('nobody can synthesize the sketch of another artist', () => {
    expect(labelsOf({}, sampleUser({ id: 2, flags: 'p' }))).not.toContain('Synthesize sketch')
    expect(labelsOf({}, null)).not.toContain('Synthesize sketch')
  })

  it('only a picture of the size of a cover can be the cover [1 §5]', () => {
    expect(labelsOf({})).not.toContain('Use as cover')
    expect(labelsOf({ width: COVER.width, height: COVER.height })).toContain('Use as cover')
  })

  it('only a sketch that everyone sees in lists can become the (me) emoticon', () => {
    expect(labelsOf({})).toContain('Make it my (me) emoticon')
    for (const hidden of [{ unlisted: true }, { mature: true }, { notice: 'copyright' as const }])
      expect(labelsOf(hidden)).not.toContain('Make it my (me) emoticon')
  })

  describe.each([
    ['another member', stranger],
    ['a visitor', null],
  ])('the menu for %s', (name, viewer) => {
    const labels = labelsOf({ userCanDelete: false }, viewer)

    it(`${name} has no actions of the artist`, () => {
      for (const label of ['Enter challenge', 'Use as avatar', 'Make it my (me) emoticon', 'Delete'])
        expect(labels).not.toContain(label)
    })

    it(`${name} can report a sketch`, () => {
      expect(labels).toContain('Report')
    })
  })

  it('a member who may feature sees how many stars are left [1 §4]', () => {
    expect(labelsOf({ starsAvailable: 3, userCanFeature: true }, stranger)).toContain('Feature (3 left)')
    expect(labelsOf({ starsAvailable: 2, featured: true }, stranger)).toContain('Featured (2 left)')
  })
})
