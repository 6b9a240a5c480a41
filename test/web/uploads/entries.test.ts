import { describe, expect, it } from 'vitest'
import { postedCountOf, statePosted } from '../../../web/features/sketches/posted-state.ts'
import {
  EMPTY_TEXT,
  enteredChallenge,
  newEntriesOf,
  type SketchText,
  type UploadEntry,
  type UploadProgress,
} from '../../../web/features/uploads/upload-queue.ts'
import { challengeMessages } from '../../../web/lib/messages/challenges.ts'

const lowTide = { id: 7, title: 'Low tide' }
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

describe('pictures that enter a challenge when they are posted', () => {
  it('a received picture with a challenge is an entry', () => {
    const entries = [
      entry({ title: 'Ebb', challenge: lowTide }),
      entry({ challenge: lowTide }),
      entry({ title: 'Elsewhere' }),
      entry({ challenge: lowTide }, { state: 'waiting' }),
    ]
    expect(newEntriesOf(entries)).toEqual([
      { title: 'Ebb', challenge: lowTide },
      { title: 'Untitled', challenge: lowTide },
    ])
  })

  it('an unlisted picture enters no challenge', () => {
    expect(enteredChallenge({ ...EMPTY_TEXT, challenge: lowTide })).toBe(lowTide)
    expect(enteredChallenge({ ...EMPTY_TEXT, challenge: lowTide, unlisted: true })).toBeNull()
  })

  const ebb = { title: 'Ebb', challenge: lowTide }
  const flood = { title: 'Flood', challenge: { id: 8, title: 'High tide' } }

  it.each([
    ['a single sketch', [ebb], 'Enter Ebb in Low tide?'],
    ['several sketches', [ebb, ebb], 'Enter 2 sketches in Low tide?'],
    ['several challenges', [ebb, flood], 'Enter 2 sketches in 2 challenges?'],
  ])('the confirmation for %s names what is entered where', (_kind, entries, text) => {
    expect(challengeMessages.enterTitle(entries)).toBe(text)
  })
})

describe('the page after posting', () => {
  it('the first of the posted sketches knows how many were posted', () => {
    expect(postedCountOf(statePosted([5, 6, 7]), 5)).toBe(3)
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
