import { describe, expect, it } from 'vitest'
import {
  EMPTY_TEXT,
  hasForm,
  type UploadEntry,
  type UploadProgress,
  unansweredEntries,
} from '../../../web/features/uploads/upload-queue.ts'

const entry = (key: string, progress: UploadProgress, madeWithAi: boolean | null = null): UploadEntry => ({
  key,
  name: `${key}.png`,
  bytes: 12,
  file: null,
  progress,
  text: { ...EMPTY_TEXT, madeWithAi },
  problems: {},
})

describe('unanswered questions', () => {
  it('a picture asks until it is answered with yes or no', () => {
    const entries = [
      entry('asks', { state: 'sending', sentBytes: 0 }),
      entry('no', { state: 'waiting' }, false),
      entry('yes', { state: 'waiting' }, true),
      entry('asks too', { state: 'waiting' }),
    ]
    expect(unansweredEntries(entries).map(({ key }) => key)).toEqual(['asks', 'asks too'])
  })

  it('a picture that was posted or refused asks nothing', () => {
    const entries = [
      entry('posted', { state: 'posted', sketchId: 1 }),
      entry('known', { state: 'known', sketchId: 1 }),
      entry('refused', { state: 'failed', message: 'Too large.', mayRetry: false }),
    ]
    expect(entries.filter(hasForm)).toEqual([])
    expect(unansweredEntries(entries)).toEqual([])
  })

  it('a picture whose upload failed keeps its form, because it can be sent again', () => {
    expect(hasForm(entry('lost', { state: 'failed', message: 'No connection.', mayRetry: true }))).toBe(true)
  })
})
