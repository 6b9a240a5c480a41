import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { EnterQuestion } from '../../../web/features/entries/EnterQuestion.tsx'
import { PostedNotice } from '../../../web/features/sketches/PostedNotice.tsx'
import { postedCountOf, statePosted } from '../../../web/features/sketches/posted-state.ts'
import { toastEntries } from '../../../web/features/uploads/entry-toasts.ts'
import {
  EMPTY_TEXT,
  newEntriesOf,
  placesOf,
  type SketchText,
  type UploadEntry,
  type UploadProgress,
} from '../../../web/features/uploads/upload-queue.ts'
import { preselectedTexts } from '../../../web/features/uploads/usePreselection.ts'
import { compoMessages } from '../../../web/lib/messages/compos.ts'
import { currentToasts, dismissToast } from '../../../web/lib/toast.ts'
import { renderMarkup, textOf } from '../../support/web/render.ts'
import { sampleShownSketch } from '../../support/web/samples.ts'

const lowTide = { id: 7, title: 'Low tide' }
const wayHome = { id: 'way-home', title: 'Way home' }
const received: UploadProgress = {
  state: 'received',
  upload: {
    id: '1',
    fileName: '',
    width: 1,
    height: 1,
    bytes: 1,
    imageUrl: '',
    thumbhash: '',
    mat: null,
    dateCreated: '',
  },
}

const entry = (text: Partial<SketchText>, progress: UploadProgress = received): UploadEntry => ({
  key: '',
  name: 'a.png',
  bytes: 1,
  file: null,
  progress,
  text: { ...EMPTY_TEXT, ...text },
  problems: {},
})

describe('pictures that enter challenges and compos when they are posted', () => {
  it('a received picture with a challenge or a compo is an entry', () => {
    const entries = [
      entry({ title: 'Ebb', challenge: lowTide }),
      entry({ challenge: lowTide, compo: wayHome }),
      entry({ title: 'Lantern', compo: wayHome }),
      entry({ title: 'Elsewhere' }),
      entry({ challenge: lowTide }, { state: 'waiting' }),
    ]
    expect(newEntriesOf(entries)).toEqual([
      { title: 'Ebb', challenge: lowTide, compo: null },
      { title: 'Untitled', challenge: lowTide, compo: wayHome },
      { title: 'Lantern', challenge: null, compo: wayHome },
    ])
  })

  it('an unlisted picture enters nothing', () => {
    const text = { ...EMPTY_TEXT, challenge: lowTide, compo: wayHome }
    expect(placesOf(text)).toEqual({ challenge: lowTide, compo: wayHome })
    expect(placesOf({ ...text, unlisted: true })).toEqual({ challenge: null, compo: null })
  })

  const ebb = { title: 'Ebb', challenge: lowTide, compo: null }
  const flood = { title: 'Flood', challenge: { id: 8, title: 'High tide' }, compo: null }
  const lantern = { title: 'Lantern', challenge: null, compo: wayHome }

  it.each([
    ['a single sketch', [ebb], 'Enter Ebb in Low tide?'],
    ['several sketches', [ebb, ebb], 'Enter 2 sketches in Low tide?'],
    ['several challenges', [ebb, flood], 'Enter 2 sketches in 2 challenges?'],
    ['a compo', [lantern], 'Enter Lantern in Way home?'],
    ['a challenge and a compo', [{ ...ebb, compo: wayHome }], 'Enter Ebb in Low tide and Way home?'],
    ['all of them', [ebb, flood, lantern], 'Enter 3 sketches in 2 challenges and Way home?'],
  ])('the confirmation for %s names what is entered where', (_kind, entries, text) => {
    expect(textOf(renderMarkup(createElement(EnterQuestion, { entries })))).toBe(text)
  })
})

describe('the page after posting', () => {
  it('the first of the posted sketches knows how many were posted', () => {
    expect(postedCountOf(statePosted([5, 6, 7]), 5)).toBe(3)
  })

  it.each([
    [[5], 'Sketch posted. Entered in Low tide.'],
    [[5, 6], '2 sketches posted. This sketch is entered in Low tide.'],
  ])('the notice after posting %j says that the first sketch is entered: %s', (posted, text) => {
    const sketch = sampleShownSketch({ id: 5, challengeId: 7, challengeTitle: 'Low tide' })
    const notice = renderMarkup(createElement(PostedNotice, { sketch }), { state: statePosted(posted) })
    expect(textOf(notice)).toContain(text)
  })

  it('another sketch knows of no posted ones', () => {
    expect(postedCountOf(statePosted([5, 6, 7]), 6)).toBe(0)
  })

  it.each([null, undefined, 'x', { posted: [] }, { posted: 5 }])(
    'a sketch knows of no posted ones after another navigation: %j',
    (state) => {
      expect(postedCountOf(state, 5)).toBe(0)
    },
  )
})

describe('the choice that the address makes for new pictures', () => {
  const compo = { ...wayHome, entriesLeft: 2 }

  it('every new picture enters the challenge', () => {
    const text = { challenge: lowTide }
    expect(preselectedTexts({ challenge: lowTide, compo: null }, [], 2)).toEqual([text, text])
  })

  it('only as many pictures enter the compo as its member may still enter', () => {
    const inCompo = { compo: wayHome }
    expect(preselectedTexts({ challenge: null, compo }, [], 3)).toEqual([inCompo, inCompo, {}])
    expect(preselectedTexts({ challenge: null, compo }, [entry({ compo: wayHome })], 2)).toEqual([inCompo, {}])
  })
})

describe('the toasts after posting', () => {
  beforeEach(() => {
    for (const { id } of currentToasts()) dismissToast(id)
  })
  const shown = () => currentToasts().map(({ text, kind }) => [kind, text])
  const entered = { compo: wayHome, sketchId: 1, failure: undefined }

  it('one toast confirms all entries of a compo', () => {
    toastEntries([entered, { ...entered, sketchId: 2 }], [])
    expect(shown()).toEqual([['done', compoMessages.entered('Way home')]])
  })

  it('entries of several compos are counted', () => {
    toastEntries([entered, { ...entered, compo: { id: 'dusk', title: 'Dusk' } }], [])
    expect(shown()).toEqual([['done', 'Entered in 2 compos.']])
  })

  it('a toast that stays says why a sketch was not entered [1 §8]', () => {
    toastEntries([entered, { ...entered, sketchId: 2, failure: 'compo_entry_limit' }], [])
    expect(shown()).toEqual([
      ['done', 'Entered in Way home.'],
      [
        'error',
        'There was a problem entering this competition/challenge: You have entered as many sketches as this compo allows.',
      ],
    ])
  })

  it('one toast says that sketches did not enter a challenge or compo of a group that their artist has left [1 §8]', () => {
    toastEntries([{ ...entered, failure: 'not_in_group' }], ['not_in_group', 'not_in_group'])
    expect(shown()).toEqual([
      ['error', 'There was a problem entering this competition/challenge: Only members of its group can enter.'],
    ])
  })

  it('a post without compos shows no toast', () => {
    toastEntries([], [])
    expect(shown()).toEqual([])
  })
})
